package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheDocumentIsThatOfTheRules(t *testing.T) {
	have, err := os.ReadFile("../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), document()); diff != "" {
		t.Errorf("docs/errors.md is old; make it: go run ./scripts/errors >docs/errors.md\n%s", diff)
	}
}
