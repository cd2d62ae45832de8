package terminal

import "slices"

// line is one row of a grid.
type line struct {
	cells   []Cell
	wrapped bool
}

// cursor is where and how the next character is written; DECSC saves it whole.
type cursor struct {
	x, y     int
	pen      Style
	pending  bool // the last column was written: the next character wraps first
	origin   bool // DECOM: rows count from the top margin
	g        [2]byte
	shift    uint8 // which of g is in use: SI 0, SO 1
	placed   bool  // the row is the terminal's, not a guess (see Screen.Place)
	penKnown bool
	doubtful bool // the column hangs on a character whose width is disputed
}

// grid is one of the two screens: rows of cells and the cursor saved for it.
type grid struct {
	lines []line
	cols  int

	saved        cursor
	savedByChild bool // ESC 7 or CSI s: painting would overwrite it
	// drifted: cells were written while the cursor's row was a guess, so their
	// text is right and their place may be wrong.
	drifted bool
}

func newGrid(cols, rows int) *grid {
	g := &grid{cols: cols, saved: cursor{penKnown: true}}
	g.lines = make([]line, rows)
	for y := range g.lines {
		g.lines[y].cells = unknownCells(cols)
	}
	return g
}

func unknownCells(n int) []Cell {
	cells := make([]Cell, n)
	for i := range cells {
		cells[i].Width = 1
	}
	return cells
}

// forget makes every cell unknown; the text stays readable.
func (g *grid) forget() {
	for y := range g.lines {
		for x := range g.lines[y].cells {
			g.lines[y].cells[x].Known = false
		}
	}
	g.drifted = false
}

// scrollUp moves rows top..bottom up by n; blank rows come in at the bottom.
func (g *grid) scrollUp(top, bottom, n int, blank Cell) {
	height := bottom - top + 1
	if n = min(n, height); n <= 0 {
		return
	}
	region := g.lines[top : bottom+1]
	if n == 1 { // the common case, without a second buffer
		first := region[0]
		copy(region, region[1:])
		region[height-1] = first
	} else {
		rotate(region, n)
	}
	g.clearLines(bottom-n+1, bottom+1, blank)
	if top > 0 {
		g.lines[top-1].wrapped = false
	}
	g.lines[bottom].wrapped = false
}

// scrollDown moves rows top..bottom down by n; blank rows come in at the top.
func (g *grid) scrollDown(top, bottom, n int, blank Cell) {
	height := bottom - top + 1
	if n = min(n, height); n <= 0 {
		return
	}
	rotate(g.lines[top:bottom+1], height-n)
	g.clearLines(top, top+n, blank)
	if top > 0 {
		g.lines[top-1].wrapped = false
	}
	g.lines[bottom].wrapped = false
}

// rotate turns the rows left by n places, so that row n comes first.
func rotate(lines []line, n int) {
	slices.Reverse(lines[:n])
	slices.Reverse(lines[n:])
	slices.Reverse(lines)
}

func (g *grid) clearLines(from, to int, blank Cell) {
	for y := from; y < to; y++ {
		fill(g.lines[y].cells, blank)
		g.lines[y].wrapped = false
	}
}

// erase blanks columns from..to-1 of row y. A wide character cut by either end
// loses its other half too.
func (g *grid) erase(y, from, to int, blank Cell) {
	l := &g.lines[y]
	from, to = max(from, 0), min(to, g.cols)
	if from >= to {
		return
	}
	l.split(from)
	l.split(to)
	fill(l.cells[from:to], blank)
	if to == g.cols {
		l.wrapped = false
	}
}

// split makes sure no wide character spans the border between columns x-1 and x:
// both halves become spaces that look like it.
func (l *line) split(x int) {
	if x <= 0 || x >= len(l.cells) || l.cells[x].Width != 0 {
		return
	}
	for _, c := range []*Cell{&l.cells[x-1], &l.cells[x]} {
		c.Text, c.Width = " ", 1
	}
}

// insert makes room for n blanks at column x; cells pushed past the end are lost.
func (l *line) insert(x, n int, blank Cell) {
	n = min(n, len(l.cells)-x)
	l.split(x)
	l.split(len(l.cells) - n)
	copy(l.cells[x+n:], l.cells[x:])
	fill(l.cells[x:x+n], blank)
	l.wrapped = false
}

// remove takes out n cells at column x; blanks come in at the end.
func (l *line) remove(x, n int, blank Cell) {
	n = min(n, len(l.cells)-x)
	l.split(x)
	l.split(x + n)
	copy(l.cells[x:], l.cells[x+n:])
	fill(l.cells[len(l.cells)-n:], blank)
	l.wrapped = false
}

func fill(cells []Cell, c Cell) {
	if len(cells) == 0 {
		return
	}
	cells[0] = c
	for n := 1; n < len(cells); n *= 2 {
		copy(cells[n:], cells[:n])
	}
}

// resize cuts or extends the grid at its right and lower edges; what is new is
// unknown.
func (g *grid) resize(cols, rows int) {
	lines := make([]line, rows)
	for y := range lines {
		if y >= len(g.lines) {
			lines[y].cells = unknownCells(cols)
			continue
		}
		l := g.lines[y]
		if cols < g.cols {
			l.split(cols)
		}
		cells := unknownCells(cols)
		copy(cells, l.cells)
		lines[y] = line{cells: cells, wrapped: l.wrapped && cols == g.cols}
	}
	g.lines, g.cols = lines, cols
	g.saved.x, g.saved.y = min(g.saved.x, cols-1), min(g.saved.y, rows-1)
	g.saved.pending = false
}
