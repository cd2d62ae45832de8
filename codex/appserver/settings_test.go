package appserver

import (
	"encoding/json"
	"testing"
)

func TestAccessIsTheSameOnlyIfEveryPartIs(t *testing.T) {
	read := func(text string) settings {
		t.Helper()
		var w wireSettings
		if err := json.Unmarshal([]byte(text), &w); err != nil {
			t.Fatal(err)
		}
		return w.settings()
	}
	// As thread/resume tells them, and as thread/settings/updated does.
	base := read(`{"model":"a","cwd":"/p","sandbox":{"type":"workspaceWrite","networkAccess":false},
		"activePermissionProfile":{"id":":workspace","extends":null},"approvalPolicy":"on-request","approvalsReviewer":"user","collaborationMode":{"mode":"plan"}}`)
	told := map[string]any{}
	for name, value := range map[string]string{
		"model": `"b"`, "cwd": `"/p"`, "sandboxPolicy": `{"networkAccess":false, "type":"workspaceWrite"}`,
		"activePermissionProfile": `{"extends":null,"id":":workspace"}`, "approvalPolicy": `"on-request"`, "approvalsReviewer": `"user"`,
		"collaborationMode": `{"mode":"plan","settings":{"model":"b"}}`, "futureMember": `1`,
	} {
		told[name] = json.RawMessage(value)
	}
	with := func(name, value string) settings {
		changed := map[string]any{}
		for n, v := range told {
			changed[n] = v
		}
		if name != "" {
			changed[name] = json.RawMessage(value)
		}
		b, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		return read(string(b))
	}
	if now := with("", ""); !now.sameAccess(base) || now.model != "b" {
		t.Errorf("%+v and %+v allow the same", base, now)
	}
	for name, value := range map[string]string{
		"cwd": `"/q"`, "sandboxPolicy": `{"type":"workspaceWrite","networkAccess":true}`, "activePermissionProfile": `null`,
		"approvalPolicy": `"never"`, "approvalsReviewer": `"auto_review"`, "collaborationMode": `{"mode":"default"}`,
	} {
		if with(name, value).sameAccess(base) {
			t.Errorf("%s %s allows something else", name, value)
		}
	}
}

func FuzzNotice(f *testing.F) {
	f.Add("turn/started", `{"threadId":"T","turn":{"id":"turn-2"}}`)
	f.Add("thread/settings/updated", `{"threadId":"T","threadSettings":{"sandboxPolicy":{}}}`)
	f.Add("turn/completed", `{"threadId":"T","turn":{"id":"t","status":"failed","error":null}}`)
	f.Fuzz(func(t *testing.T, method, params string) {
		c := &Client{follows: map[string]*follow{"T": {}}, changed: make(chan struct{})}
		c.notice(method, json.RawMessage(params))
		if len(c.follows) != 1 || len(c.follows["T"].turns) > 1 {
			t.Errorf("%+v", c.follows)
		}
	})
}
