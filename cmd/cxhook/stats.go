package main

import (
	"encoding/json"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/report"
)

func newStats() *cobra.Command {
	var days int
	var model, svg string
	var asJSON bool
	c := &cobra.Command{
		Use:  "stats",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if days < 0 {
				return lang.Errorf("error.days", days)
			}
			page, err := readPage(c, days, model)
			if err != nil {
				return err
			}
			if svg != "" {
				return saveHeat(svg, page)
			}
			if asJSON {
				return json.NewEncoder(outFor(c, true)).Encode(report.JSON(page))
			}
			return write(c.OutOrStdout(), report.Text(page, style(styled())))
		},
	}
	c.Flags().IntVar(&days, "days", 28, "")
	c.Flags().StringVar(&model, "model", "", "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&svg, "svg", "", "")
	return c
}

func readPage(c *cobra.Command, days int, model string) (report.Page, error) {
	settings, _ := config.Load(config.Path())
	catalogue := func() []codex.Model { return nil }
	if len(settings.Models) == 0 {
		catalogue = catalogueBeside(c.Context())
	}
	n, now, err := openNotebook(c, true, catalogue)
	if err != nil {
		return report.Page{}, err
	}
	defer n.Close()
	var since time.Time
	if days > 0 {
		since = now.AddDate(0, 0, -days)
	}
	stats, err := n.Stats(since, model)
	if err != nil {
		return report.Page{}, &exitError{exitRefused, err}
	}
	advisor := newAdvisor(settings.Models, catalogue, now)
	_, advice := advisor.recommend(modelInForce(catalogue()))
	if advice.Model == "" {
		advice = advisor.advise(n.Used(), false) // nothing says which models there are
	}
	return report.Page{Stats: stats, Advice: advice, Imported: n.Imported, Now: now}, nil
}

// saveHeat writes the picture, the file as a whole.
func saveHeat(path string, page report.Page) error {
	picture, err := report.Picture(page)
	if err != nil {
		return &exitError{exitRefused, err}
	}
	if err := os.WriteFile(path, []byte(picture), 0o644); err != nil {
		return &exitError{exitRefused, lang.Errorf("error.picture", err)}
	}
	return nil
}

// style is how counts are drawn; the characters go by the locale.
func style(colour bool) report.Style {
	locale := orElse(os.Getenv("LC_ALL"), orElse(os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return report.Style{Colour: colour, ASCII: locale == "C" || locale == "POSIX"}
}

// coloured reports whether the environment wants colours: NO_COLOR and CLICOLOR=0 want none, a dumb terminal has none.
func coloured() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("CLICOLOR") != "0" && os.Getenv("TERM") != "dumb"
}
