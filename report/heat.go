package report

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

const (
	hours = 24
	days  = 7
)

// heat is one model's week: the rows are Monday to Sunday, the columns the hours
// of local time.
type heat struct {
	model string
	cells [days][hours]cell
}

// cell counts the turns that a model was asked for, and those that it refused.
type cell struct {
	asked   int
	refused int
}

// Style says what the terminal can show.
type Style struct {
	Colour bool // 256 colours
	ASCII  bool // no characters beyond ASCII
}

// weekdays are the names of the days in JSON and in the keys of their texts, Monday first.
var weekdays = [days]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

func dayName(day int) string { return lang.Text("stats.day." + weekdays[day]) }

// level is how crowded a cell is, 0 to 4, or -1 without a turn.
func (c cell) level() int {
	if c.asked == 0 {
		return -1
	}
	share := float64(c.refused) / float64(c.asked)
	for i, upTo := range levels {
		if share <= upTo {
			return i
		}
	}
	return len(levels)
}

// levels are the shares of refused turns up to which each level goes; the last
// one has no end. Half a percent is none.
var levels = [...]float64{0.005, 0.1, 0.3, 0.6}

// The shapes of the levels, from none refused to nearly all. They differ by how
// much ink they have.
var (
	shapes      = [...]string{"··", "░░", "▒▒", "▓▓", "██"}
	plainShapes = [...]string{"..", "--", "++", "%%", "##"}
	// colours go from green to red in the 256-colour palette, light enough for a
	// dark background and dark enough for a light one.
	colours    = [...]int{71, 107, 178, 172, 160}
	legendKeys = [...]string{"none", "to10", "to30", "to60", "more"}
)

// heatMap draws a week in 53 columns and eight rows, and a legend of 58 columns.
func heatMap(h heat, s Style) string {
	head := "     "
	for hour := 0; hour < hours; hour += 3 {
		head += fmt.Sprintf("%02d    ", hour)
	}
	text := line(head)
	for day := range days {
		row := terminal.Pad(dayName(day), 5)
		for hour := range hours {
			row += s.shape(h.cells[day][hour].level())
		}
		text += line(row)
	}
	legend := "    "
	for level, key := range legendKeys {
		legend += " " + s.shape(level) + " " + lang.Text("stats.level."+key)
	}
	return text + line(legend+" "+lang.Text("stats.legend"))
}

func (s Style) shape(level int) string {
	if level < 0 {
		return "  "
	}
	shape := shapes[level]
	if s.ASCII {
		shape = plainShapes[level]
	}
	if !s.Colour {
		return shape
	}
	return fmt.Sprintf("\x1b[38;5;%dm%s\x1b[39m", colours[level], shape)
}

// line ends a line, without the spaces at its end.
func line(text string) string { return strings.TrimRight(text, " ") + "\n" }
