package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

func TestAMessageIsSaidInEveryLanguageWithWhatStandsInIt(t *testing.T) {
	for _, c := range []struct {
		name             string
		m                Message
		english, chinese string
	}{
		{"a text", Say("bar.wait"), "wait", "等待"},
		{"with an argument", Say("bar.at_capacity", "gpt-6-sol"), "gpt-6-sol is at capacity", "gpt-6-sol 已满载"},
		{"another's words", Verbatim("wait"), "wait", "wait"},
		{"one within the other", Say("settings.entry", 2, Say("settings.entry_empty")), "models, entry 2: the model's name is empty; the entry is ignored", "models 第 2 项：模型名称为空；该项被忽略"},
		{"an error in it", Say("settings.entry", 2, Errorf("settings.entry_empty")), "models, entry 2: the model's name is empty; the entry is ignored", "models 第 2 项：模型名称为空；该项被忽略"},
		{"a command and a user's words, whatever they say", Say("settings.unknown", "permission denied"), `unknown key "permission denied" is ignored`, `未知的键 "permission denied" 被忽略`},
		{"behind each other", Join("separator.semicolon", Say("settings.entry_empty"), Message{}, Verbatim("x")), "the model's name is empty; x", "模型名称为空；x"},
		{"one of several", Join("separator.semicolon", Message{}, Say("bar.wait")), "wait", "等待"},
		{"nothing", Join("separator.semicolon"), "", ""},
	} {
		if got := c.m.String(); got != c.english {
			t.Errorf("%s: in English %q, want %q", c.name, got, c.english)
		}
		if got := c.m.In(Of(Chinese)); got != c.chinese {
			t.Errorf("%s: in Chinese %q, want %q", c.name, got, c.chinese)
		}
		if c.m.IsZero() != (c.english == "") {
			t.Errorf("%s: IsZero is %v", c.name, c.m.IsZero())
		}
	}
}

func TestAMessageIsEnglishForPrograms(t *testing.T) {
	Use(func() Language { return Chinese })
	t.Cleanup(func() { Use(func() Language { return English }) })
	m := Say("bar.wait")
	if got, err := json.Marshal(struct{ Text Message }{m}); err != nil || string(got) != `{"Text":"wait"}` {
		t.Errorf("JSON has %s, %v", got, err)
	}
	if got := fmt.Sprint(m); got != "wait" {
		t.Errorf("printed it is %q", got)
	}
	if got := m.Text(); got != "等待" {
		t.Errorf("for people it is %q", got)
	}
}

func TestAnErrorIsToldInEveryLanguage(t *testing.T) {
	_, missing := os.Open("/nowhere/at/all")
	for _, c := range []struct {
		name             string
		err              error
		english, chinese string
	}{
		{"ours", Errorf("settings.entry_empty"), "the model's name is empty", "模型名称为空"},
		{"the system's", syscall.EACCES, "permission denied", "权限不足"},
		{"of a file", missing, "open /nowhere/at/all: no such file or directory", "open /nowhere/at/all：没有这个文件或目录"},
		{"ours behind a place", fmt.Errorf("/s.toml: %w", Errorf("settings.entry_empty")), "/s.toml: the model's name is empty", "/s.toml：模型名称为空"},
		{"the system's in ours", Errorf("settings.not_toml", syscall.EISDIR), "the settings are not valid TOML: is a directory", "设置不是有效的 TOML：是目录"},
		{"others' words", errors.New("frobnicator stuck"), "frobnicator stuck", "frobnicator stuck"},
		{"the system's that nobody meets", syscall.EXDEV, syscall.EXDEV.Error(), syscall.EXDEV.Error()},
		{"words around", fmt.Errorf("<%w>", syscall.EACCES), "<permission denied>", "<permission denied>"},
		{"nothing", nil, "", ""},
	} {
		m := Told(c.err)
		if got := m.String(); got != c.english {
			t.Errorf("%s: in English %q, want %q", c.name, got, c.english)
		}
		if got := m.In(Of(Chinese)); got != c.chinese {
			t.Errorf("%s: in Chinese %q, want %q", c.name, got, c.chinese)
		}
	}
	wrapped := Errorf("settings.not_toml", missing)
	if !errors.Is(wrapped, fs.ErrNotExist) {
		t.Error("an error among the arguments is not wrapped")
	}
}
