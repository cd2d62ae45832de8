package report

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/importer"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/history/notebook"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile("testdata/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s: -want +got\n%s", name, diff)
	}
}

// friday is in a zone that is not UTC.
var friday = time.Date(2026, 11, 27, 16, 5, 0, 0, time.FixedZone("CET", 3600))

// week is a page of a model that is crowded in the office hours, and of one that
// is hardly known.
func week() Page {
	sol := notebook.Model{
		Name: "gpt-5.6-sol", Hidden: history.Counts{Turns: 7, Refused: 2},
		Outage:  &notebook.Outage{From: friday.Add(-5 * time.Hour), To: friday.Add(-time.Hour), Refusals: 14},
		Crowded: []forecast.Span{{From: 10, To: 16, Count: forecast.Count{Turns: 200, Refused: 140}}},
		Golden:  []forecast.Span{{From: 18, To: 9, Count: forecast.Count{Turns: 300, Refused: 3}}, {Weekend: true, From: 0, To: 24}},
	}
	for day := range 7 {
		for hour := 7; hour < 23; hour++ {
			c := history.Counts{Turns: 10, Answered: 10}
			if day != 0 && day != 6 {
				refused := map[int]int{9: 1, 10: 3, 11: 6, 12: 9, 13: 10, 14: 6, 15: 3}[hour]
				c.Answered, c.Refused = 10-refused, refused
			}
			sol.Hours[day][hour] = c
			sol.Add(c)
		}
	}
	luna := notebook.Model{Name: "gpt-6-luna", Counts: history.Counts{Turns: 11, Answered: 4, Refused: 1, Failed: 4, Aborted: 1, Unanswered: 1}, Errors: map[string]int{"usage_limit": 2, "network": 1, history.Unknown: 1}}
	idle := notebook.Model{Name: "gpt-5.5", Counts: history.Counts{Turns: 1, Running: 1}}
	return Page{
		Now: friday,
		Stats: notebook.Stats{
			Since: friday.Add(-28 * 24 * time.Hour), Models: []notebook.Model{sol, luna, idle},
			Fallbacks: []notebook.Fallback{{From: "gpt-5.6-sol", To: "gpt-6-luna", Tried: 12, Worked: 11}},
		},
		Advice: forecast.Advice{
			At: friday, Model: "gpt-6-luna", Enough: true, Reason: lang.Say("advice.against", lang.Say("advice.refused", 1, 5), "gpt-5.6-sol", lang.Say("advice.refused", 28, 40)),
			Ranking: []forecast.Estimate{
				{Model: "gpt-6-luna", Hour: forecast.Count{Turns: 5, Refused: 1}, All: forecast.Count{Turns: 823, Refused: 33}},
				{Model: "gpt-5.6-sol", Hour: forecast.Count{Turns: 40, Refused: 28}, All: forecast.Count{Turns: 1120, Refused: 190}, Refused: true},
			},
			Next: []forecast.Hour{
				{At: friday.Add(55 * time.Minute), Estimate: forecast.Estimate{Model: "gpt-6-luna", Hour: forecast.Count{Turns: 20, Refused: 1}}},
				{At: friday.Add(115 * time.Minute), Estimate: forecast.Estimate{Model: "gpt-5.6-sol"}}, {At: friday.Add(175 * time.Minute), Estimate: forecast.Estimate{Model: "gpt-5.6-sol"}},
			},
		},
		Imported: importer.Report{Files: 1203, Changed: 2, Bytes: 4096, Turns: 9, Lines: 3, Skipped: map[string]int{importer.Foreign: 1, importer.Compressed: 30}},
	}
}

func TestThePageAsText(t *testing.T) {
	golden(t, "week.txt", Text(week(), Style{}))
	golden(t, "week-ascii.txt", Text(week(), Style{ASCII: true}))
}

var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func TestColourAddsNothingButColour(t *testing.T) {
	plain, coloured := Text(week(), Style{}), Text(week(), Style{Colour: true})
	if !colour.MatchString(coloured) || colour.ReplaceAllString(coloured, "") != plain {
		t.Error("without its colours it is another text")
	}
}

func TestNoLineIsWiderThanSixtyColumnsInAnyLanguage(t *testing.T) {
	for _, language := range lang.Languages() {
		speak(t, language)
		for _, line := range strings.Split(Text(week(), Style{}), "\n") {
			if n := terminal.Width(line); n > columns {
				t.Errorf("%s: %d columns: %s", language, n, line)
			}
		}
	}
}

// speak sets the language for one test.
func speak(t *testing.T, l lang.Language) {
	lang.Use(func() lang.Language { return l })
	t.Cleanup(func() { lang.Use(func() lang.Language { return lang.English }) })
}

func TestThePageInChineseAndItsJSONInEnglish(t *testing.T) {
	before, err := json.Marshal(JSON(week()))
	if err != nil {
		t.Fatal(err)
	}
	speak(t, lang.Chinese)
	golden(t, "week.zh-CN.txt", Text(week(), Style{}))
	after, err := json.Marshal(JSON(week()))
	if err != nil || string(after) != string(before) {
		t.Errorf("%v, the JSON reads\n%s\nin English it was\n%s", err, after, before)
	}
}

func TestLevelsDifferInShapeAndWithoutColour(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []cell{{}, {10, 0}, {10, 1}, {10, 3}, {10, 6}, {10, 10}} {
		shape := Style{}.shape(c.level())
		if seen[shape] || utf8.RuneCountInString(shape) != 2 {
			t.Errorf("%+v has the shape %q", c, shape)
		}
		seen[shape] = true
	}
}

func TestAnEmptyHistoryIsSaidSo(t *testing.T) {
	text := Text(Page{Now: friday, Imported: importer.Report{Skipped: map[string]int{importer.Compressed: 2}}}, Style{})
	if !strings.HasPrefix(text, "no turns of codex yet: this notebook fills itself from Codex's session files\n") || !strings.Contains(text, "skipped as compressed: 2") {
		t.Error(text)
	}
	if _, err := Picture(Page{}); err == nil {
		t.Error("a picture of nothing")
	}
}

func TestThePageAsJSON(t *testing.T) {
	page := week()
	page.Models[0].Hours = [7][24]history.Counts{}
	page.Models[0].Hours[time.Sunday][7] = history.Counts{Answered: 3, Refused: 1}
	text, err := json.MarshalIndent(JSON(page), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "week.json", string(text)+"\n")
}

func TestEveryFieldIsThereAndKeepsItsType(t *testing.T) {
	page := Page{Now: friday, Stats: notebook.Stats{Models: []notebook.Model{{Name: "sol"}}}, Imported: importer.Report{Skipped: map[string]int{}}}
	text, err := json.Marshal(JSON(page))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "null") || !strings.Contains(string(text), `"since":""`) ||
		!strings.Contains(string(text), `"longest_outage":{"from":"","to":"","refusals":0}`) {
		t.Errorf("%s", text)
	}
}

func TestThePictureIsWellFormedAndNeedsNothingElse(t *testing.T) {
	page := week()
	page.Models[0].Name = `<sol> & "co"`
	picture, err := Picture(page)
	if err != nil {
		t.Fatal(err)
	}
	rects, texts := 0, 0
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "rect":
				rects++
			case "text":
				texts++
			case "script", "image", "foreignObject":
				t.Errorf("an element %s", e.Name.Local)
			}
		}
	}
	if rects != 7*24+6 || texts < 8+7+6+2 {
		t.Errorf("%d cells, %d texts", rects, texts)
	}
	if strings.Contains(picture, "href") || strings.Contains(picture, "url(") {
		t.Error("it loads something")
	}
	page.Models[0].Name = "gpt-5.6-sol"
	picture, _ = Picture(page)
	golden(t, "week.svg", picture)
}

func TestProgressIsOneLineOfSixtyColumns(t *testing.T) {
	for _, tt := range []struct {
		done, total int64
		want        string
	}{
		{0, 4e9, "reading sessions ░░░░░░░░░░░░░░░░░░░░ 0 MB of 4.0 GB"},
		{2e9, 4e9, "reading sessions ██████████░░░░░░░░░░ 2.0 GB of 4.0 GB"},
		{9e9, 4e9, "reading sessions ████████████████████ 9.0 GB of 4.0 GB"},
		{0, 0, "reading sessions ░░░░░░░░░░░░░░░░░░░░ 0 MB of 0 MB"},
	} {
		if got := Progress("reading sessions", tt.done, tt.total, Style{}); got != tt.want || utf8.RuneCountInString(got) > columns {
			t.Errorf("%q", got)
		}
	}
}

func TestIncidentsAreToldWithWhatWasDone(t *testing.T) {
	at := friday.UTC()
	records := []journal.Record{
		{Kind: journal.KindIncident, At: at, Incident: "2", Model: "gpt-5.6-sol", Surface: "tui", Task: "remote_compact", Session: "S", Turn: "T"},
		{Kind: journal.KindChoice, At: at, Incident: "2", Model: "gpt-5.6-sol", Action: journal.Retry, By: journal.Policy},
		{Kind: journal.KindResult, At: at, Incident: "2", Model: "gpt-5.6-sol", Outcome: journal.Refused},
		{Kind: journal.KindChoice, At: at, Incident: "2", Model: "gpt-6-luna", Action: journal.Switch, Mode: "fork", By: journal.Key},
		{Kind: journal.KindResult, At: at, Incident: "2", Model: "gpt-5.5", Outcome: journal.Wrong},
		{Kind: journal.KindIncident, At: at, Incident: "1"},
		{Kind: journal.KindIncident, At: at, Incident: "0", Model: "gpt-6-luna", Class: "usage_limit", Task: "turn"},
		{Kind: journal.KindIncident, At: at, Incident: "-1", Model: "gpt-6-luna", Class: "network", Task: "remote_compact"},
	}
	list := Incidents(records)
	text := ""
	for _, i := range list {
		text += i.Lines(friday.Location(), strings.ToUpper)
	}
	want := `2026-11-27 16:05  GPT-5.6-SOL at capacity (compaction)
                  TRIED AGAIN GPT-5.6-SOL, BY THE POLICY: REFUSED TOO
                  SWITCHED TO GPT-6-LUNA: CODEX RAN GPT-5.5
2026-11-27 16:05  a model at capacity
                  no answer
2026-11-27 16:05  GPT-6-LUNA: USAGE_LIMIT
                  no answer
2026-11-27 16:05  GPT-6-LUNA: NETWORK (compaction)
                  no answer
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	line, err := json.Marshal(list[1])
	if want := `{"incident":"1","at":"2026-11-27T15:05:00Z","model":"","surface":"","task":"","class":"capacity","session":"","turn":"","choices":[]}`; err != nil || string(line) != want {
		t.Errorf("%s", line)
	}
}
