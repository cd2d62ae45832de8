package lang

import (
	"strings"
	"testing"
)

func TestTheFirstLocaleVariableThatIsNotEmptyCountsAndTheSettingAboveIt(t *testing.T) {
	for _, c := range []struct {
		name       string
		configured string
		env        []string
		want       Language
	}{
		{"nothing", "", nil, English},
		{"LANG", "", []string{"LANG=zh_CN.UTF-8"}, Chinese},
		{"LC_MESSAGES above LANG", "", []string{"LANG=zh_CN.UTF-8", "LC_MESSAGES=en_US.UTF-8"}, English},
		{"LC_ALL above LC_MESSAGES", "", []string{"LC_MESSAGES=en_US.UTF-8", "LC_ALL=zh_CN.UTF-8"}, Chinese},
		{"an empty one is none", "", []string{"LC_ALL=", "LC_MESSAGES=", "LANG=zh_CN.UTF-8"}, Chinese},
		{"C above LANG", "", []string{"LC_ALL=C", "LANG=zh_CN.UTF-8"}, English},
		{"C.UTF-8", "", []string{"LANG=C.UTF-8"}, English},
		{"POSIX", "", []string{"LANG=POSIX"}, English},
		{"the setting above all", "en", []string{"LC_ALL=zh_CN.UTF-8"}, English},
		{"the setting in an English locale", "zh-CN", []string{"LC_ALL=C"}, Chinese},
		{"an unknown setting is none", "fr", []string{"LANG=zh_CN.UTF-8"}, Chinese},
		{"LC_CTYPE and LANGUAGE do not choose", "", []string{"LC_CTYPE=zh_CN.UTF-8", "LANGUAGE=zh_CN"}, English},
		{"the last of two counts", "", []string{"LANG=en_US.UTF-8", "LANG=zh_CN.UTF-8"}, Chinese},
		{"no charset", "", []string{"LANG=zh_CN"}, Chinese},
		{"utf8", "", []string{"LANG=zh_CN.utf8@pinyin"}, Chinese},
		{"macOS", "", []string{"LANG=zh-Hans_CN.UTF-8"}, Chinese},
		{"Singapore", "", []string{"LANG=zh_SG.UTF-8"}, Chinese},
		{"traditional characters", "", []string{"LANG=zh_TW.UTF-8"}, English},
		{"another character set", "", []string{"LANG=zh_CN.GB18030"}, English},
		{"another language", "", []string{"LANG=de_DE.UTF-8"}, English},
	} {
		if got := Choose(c.configured, c.env); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestUseChoosesOnceAtTheFirstText(t *testing.T) {
	t.Cleanup(func() { Use(func() Language { return English }) })
	asked := 0
	Use(func() Language { asked++; return Chinese })
	if asked != 0 {
		t.Fatal("the language was chosen before a text was asked for")
	}
	if got := Text("bar.at_capacity", "gpt-6-sol") + Text("bar.wait"); got != "gpt-6-sol 已满载等待" || asked != 1 {
		t.Errorf("said %q, asked %d times", got, asked)
	}
}

func TestAnEnglishSentenceIsHeardWithWhatStandsInIt(t *testing.T) {
	for english, want := range map[string]string{
		"now on gpt-6-sol": "现在使用 gpt-6-sol",
		// One within the other, and several behind each other.
		"now on gpt-6-sol; your draft: shown again when codex ends":                                                                             "现在使用 gpt-6-sol；你的草稿会在 codex 结束后再显示",
		"going on with gpt-6-sol (fork: you asked to start over)":                                                                               "改用 gpt-6-sol 继续（fork：你要求重新开始）",
		"provider acme, effort low, will compact first":                                                                                         "提供商 acme，推理强度 low，会先压缩对话",
		"/home/u/config.toml:3:1: unknown key \"modles\" is ignored":                                                                            "/home/u/config.toml:3:1：未知的键 \"modles\" 被忽略",
		"CXHOOK_LOG: /x cannot be written (permission denied); there is no log of this run":                                                     "CXHOOK_LOG：无法写入 /x（权限不足）；本次运行没有日志",
		"/home/u/config.toml:1:1: language = \"fr\": write \"en\" or \"zh-CN\"":                                                                 "/home/u/config.toml:1:1：language = \"fr\"：请写 \"en\" 或 \"zh-CN\"",
		"no model could be offered: codex: not found on PATH; install the Codex CLI or give its path; name some: cxhook models set MAIN BACKUP": "没有可提供的模型：codex：PATH 上没有；请安装 Codex CLI 或给出其路径；请指定几个：cxhook models set MAIN BACKUP",
		"now on gpt-6-sol; the goal stays with the old conversation; set it again with /goal; your draft: shown again when codex ends":          "现在使用 gpt-6-sol；目标留在旧对话中；请用 /goal 重新设定；你的草稿会在 codex 结束后再显示",
		// A command to paste and a user's own words stay as they are, whatever they say.
		"no switch: you asked to start over; run it yourself: codex 'x; permission denied'": "没有切换：你要求重新开始；请自行运行：codex 'x; permission denied'",
		"your draft at the switch: is a directory":                                          "切换时你的草稿：is a directory",
		// Another order of the placeholders.
		"unknown command \"statz\" for \"cxhook\"": "\"cxhook\" 没有命令 \"statz\"",
		// A number is one, and a quoted text is quoted.
		"several retries were refused": "several retries were refused",
		"unknown command x for y":      "unknown command x for y",
		// What nobody knows stays in its own words.
		"the frobnicator, it seems; is stuck": "the frobnicator, it seems; is stuck",
		"":                                    "",
	} {
		if got := Of(Chinese).Heard(english); got != want {
			t.Errorf("%q\n is said %q\n want    %q", english, got, want)
		}
		if got := Of(English).Heard(english); got != english {
			t.Errorf("in English %q is said %q", english, got)
		}
	}
}

func TestWhatACatalogueDoesNotHaveIsSaidInEnglishAndNeverFails(t *testing.T) {
	part := &Catalogue{source: english, texts: func() map[string]string { return map[string]string{} }}
	if got := part.Text("bar.retry", "3s"); got != "retry in 3s" {
		t.Errorf("said %q", got)
	}
	if got := part.Text("bar.nonsense", 3); got != "bar.nonsense" {
		t.Errorf("said %q", got)
	}
}

// A page that somebody passes off as an error must not keep anybody waiting.
func TestALongUnknownTextIsNotTakenApart(t *testing.T) {
	for _, text := range []string{strings.Repeat("a; b: c, ", 10_000), strings.Repeat("a", longest) + ": permission denied"} {
		if got := Of(Chinese).Heard(text); got != text {
			t.Errorf("%d bytes became …%q", len(text), got[len(got)-40:])
		}
	}
}

func BenchmarkTheFirstText(b *testing.B) {
	for b.Loop() {
		open(Chinese, &chineseFile, english).Text("bar.wait")
	}
}

func BenchmarkTheFirstSentenceHeard(b *testing.B) {
	for b.Loop() {
		open(Chinese, &chineseFile, open(English, &englishFile, nil)).Heard("now on gpt-6-sol")
	}
}
