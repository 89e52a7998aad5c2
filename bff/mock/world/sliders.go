package world

import "time"

// slide is a slider's plan; its words are the phrases "slide.<key>.title", ".text", ".button".
type slide struct {
	key    string
	theme  string
	place  string // sol (left) or sag (right)
	link   string
	period int // days between starts
	runs   int // days that it runs; more than period where it never pauses
	phase  int // days after the epoch's Monday
	off    bool
}

// commonSlides are shown by every house, after its own. The maintenance one is off, the
// summer one mostly over and the derby one mostly still to come: a client leaves them out.
// The others overlap with their next run, so that no kept answer is ever without them.
var commonSlides = []slide{
	{key: "welcome", theme: "gold", place: "sol", link: "/promotions", period: 7, runs: 14},
	{key: "newslots", theme: "gems", place: "sol", link: "/slot/category/78", period: 7, runs: 14},
	{key: "live", theme: "cards", place: "sag", link: "/live", period: 7, runs: 14},
	{key: "maintenance", theme: "space", place: "sol", link: "/", period: 30, runs: 30, off: true},
	{key: "jackpot", theme: "gold", place: "sol", link: "/slot/category/58", period: 7, runs: 14},
	{key: "drops", theme: "sweets", place: "sag", link: "/slot/category/76", period: 7, runs: 14},
	{key: "anatolia", theme: "anatolia", place: "sol", link: "/slot/category/52", period: 14, runs: 28},
	{key: "bingo", theme: "sweets", place: "sag", link: "/bingo", period: 7, runs: 14},
	{key: "summer", theme: "fruit", place: "sag", link: "/promotions", period: 28, runs: 1},
	{key: "derby", theme: "forest", place: "sol", link: "/tournaments", period: 7, runs: 1, phase: 6},
}

// Slider is a slide as it stands.
type Slider struct {
	ID         int
	Key        string
	Theme      string
	Place      string
	Link       string
	On         bool
	Start, End time.Time
	Order      int
}

// Sliders lists a house's sliders, its own first. Those that are off, over or still to
// come are among them: leaving them out is the client's part (spec §5).
func (h *Brand) Sliders(now time.Time) []Slider {
	plans := append(append([]slide(nil), h.slides...), commonSlides...)
	out := make([]Slider, len(plans))
	for i, s := range plans {
		c := Cycle{Every: time.Duration(s.period) * day, Lasts: time.Duration(s.runs) * day, Phase: time.Duration(s.phase) * day}
		start, end := c.Nearest(now, 6*day)
		out[i] = Slider{
			ID: h.SiteID*100 + i + 1, Key: s.key, Theme: s.theme, Place: s.place, Link: s.link,
			On: !s.off, Start: start, End: end.Add(-time.Second), Order: i + 1,
		}
	}
	return out
}
