package draw

import (
	"slices"
	"strconv"
	"strings"
)

// Pick is a selection to bet on: "in 7", "in 7 12" or "in 7 12 30" (all of the numbers are
// drawn), "out 7" (the number is not drawn), or one of Fixed.
type Pick string

// Together is the highest count of numbers in one "in" pick.
const Together = 3

// Fixed are the picks without numbers: on the sum of the balls, on the first ball, and on the
// count of balls of a colour ("red.3" is three or more).
var Fixed = func() []Pick {
	picks := []Pick{"sum.odd", "sum.even", "sum.low", "sum.high"}
	for i := range bands {
		picks = append(picks, Pick("sum."+strconv.Itoa(i)))
	}
	for _, what := range slices.Concat(Colours, []string{"odd", "even", "low", "high"}) {
		picks = append(picks, Pick("first."+what))
	}
	for _, colour := range Colours {
		for n := range many + 1 {
			picks = append(picks, Pick(colour+"."+strconv.Itoa(n)))
		}
	}
	return append(picks, "mix.all", "mix.three")
}()

// many is the count of balls of a colour from which on counts are one pick.
const many = 3

// The highest sum and the highest ball that are low. Low is as likely as high.
const (
	middleSum  = Drawn * (Balls + 1) / 2
	middleBall = Balls / 2
)

// bands are ranges of sums, both ends included.
var bands = [][2]int{{15, 69}, {70, 84}, {85, 100}, {101, 115}, {116, 170}}

// Bands returns the ranges of the picks "sum.0", "sum.1", …, both ends included.
func Bands() [][2]int { return slices.Clone(bands) }

// Known reports whether p is a valid pick. Its numbers must rise.
func (p Pick) Known() bool {
	if _, numbers := p.numbers(); numbers != nil {
		return true
	}
	return slices.Contains(Fixed, p)
}

// numbers parses a pick of numbers: whether they are to be drawn, and which they are. It
// returns nil for other picks.
func (p Pick) numbers() (in bool, numbers []int) {
	list, in := strings.CutPrefix(string(p), "in ")
	most := Together
	if !in {
		var out bool
		if list, out = strings.CutPrefix(list, "out "); !out {
			return false, nil
		}
		most = 1
	}
	last := 0
	for field := range strings.SplitSeq(list, " ") {
		n, err := strconv.Atoi(field)
		if err != nil || strconv.Itoa(n) != field || n <= last || n > Balls || len(numbers) == most {
			return false, nil
		}
		numbers, last = append(numbers, n), n
	}
	return in, numbers
}

// Wins reports whether p wins with a result.
func (p Pick) Wins(r Result) bool { return p.rule()(r) }

// rule returns a predicate of the results that p wins with. An unknown pick never wins.
func (p Pick) rule() func(Result) bool {
	if in, numbers := p.numbers(); numbers != nil {
		return func(r Result) bool {
			return !slices.ContainsFunc(numbers, func(n int) bool { return slices.Contains(r[:], n) != in })
		}
	}
	if !p.Known() {
		return func(Result) bool { return false }
	}
	market, selection, _ := strings.Cut(string(p), ".")
	switch market {
	case "sum":
		return func(r Result) bool { return sumIs(selection, r.sum()) }
	case "first":
		return func(r Result) bool { return firstIs(selection, r[0]) }
	case "mix":
		return func(r Result) bool {
			counts := r.colours()
			if selection == "all" {
				return slices.Min(counts[:]) > 0
			}
			return slices.Max(counts[:]) >= many
		}
	default:
		colour := slices.Index(Colours, market)
		return func(r Result) bool { return strconv.Itoa(min(r.colours()[colour], many)) == selection }
	}
}

func sumIs(selection string, sum int) bool {
	switch selection {
	case "odd":
		return sum%2 == 1
	case "even":
		return sum%2 == 0
	case "low":
		return sum <= middleSum
	case "high":
		return sum > middleSum
	}
	band := bands[selection[0]-'0']
	return sum >= band[0] && sum <= band[1]
}

func firstIs(selection string, ball int) bool {
	switch selection {
	case "odd":
		return ball%2 == 1
	case "even":
		return ball%2 == 0
	case "low":
		return ball <= middleBall
	case "high":
		return ball > middleBall
	default:
		return Colours[colourOf(ball)] == selection
	}
}
