package draw

import (
	"slices"
	"strconv"
	"strings"
)

// Pick is what one can bet on: "in 7", "in 7 12" or "in 7 12 30" (all of them are drawn),
// "out 7" (it is not), or one of Fixed.
type Pick string

// Together is how many numbers at most one bet has on being drawn together.
const Together = 3

// Fixed are the picks that name no number: the sum of the balls, the first ball, and how many
// balls of a colour there are, where "red.3" is three or more.
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

// many is from how many balls of a colour on they are not told apart.
const many = 3

// What is low: up to half of the greatest sum and the smallest together, and of the balls.
// It comes as often as high does.
const (
	middleSum  = Drawn * (Balls + 1) / 2
	middleBall = Balls / 2
)

// bands are the sums that can be bet on together, from and to.
var bands = [][2]int{{15, 69}, {70, 84}, {85, 100}, {101, 115}, {116, 170}}

// Bands gives the sums of the picks "sum.0" and on, from and to.
func Bands() [][2]int { return slices.Clone(bands) }

// Known tells whether one can bet on p. Numbers stand in their order and once each.
func (p Pick) Known() bool {
	if _, numbers := p.numbers(); numbers != nil {
		return true
	}
	return slices.Contains(Fixed, p)
}

// numbers reads a pick of numbers: whether they are to be drawn, and which. It gives none for
// any other pick.
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

// Wins tells whether a draw is what was bet on.
func (p Pick) Wins(r Result) bool { return p.rule()(r) }

// rule tells which draws a pick wins by; none, for one that is not Known.
func (p Pick) rule() func(Result) bool {
	if in, numbers := p.numbers(); numbers != nil {
		return func(r Result) bool {
			return !slices.ContainsFunc(numbers, func(n int) bool { return slices.Contains(r[:], n) != in })
		}
	}
	if !p.Known() {
		return func(Result) bool { return false }
	}
	market, answer, _ := strings.Cut(string(p), ".")
	switch market {
	case "sum":
		return func(r Result) bool { return sumIs(answer, r.sum()) }
	case "first":
		return func(r Result) bool { return firstIs(answer, r[0]) }
	case "mix":
		return func(r Result) bool {
			counts := r.colours()
			if answer == "all" {
				return slices.Min(counts[:]) > 0
			}
			return slices.Max(counts[:]) >= many
		}
	default:
		colour := slices.Index(Colours, market)
		return func(r Result) bool { return strconv.Itoa(min(r.colours()[colour], many)) == answer }
	}
}

func sumIs(answer string, sum int) bool {
	switch answer {
	case "odd":
		return sum%2 == 1
	case "even":
		return sum%2 == 0
	case "low":
		return sum <= middleSum
	case "high":
		return sum > middleSum
	}
	band := bands[answer[0]-'0']
	return sum >= band[0] && sum <= band[1]
}

func firstIs(answer string, ball int) bool {
	switch answer {
	case "odd":
		return ball%2 == 1
	case "even":
		return ball%2 == 0
	case "low":
		return ball <= middleBall
	case "high":
		return ball > middleBall
	default:
		return Colours[colourOf(ball)] == answer
	}
}

func (r Result) sum() (all int) {
	for _, n := range r {
		all += n
	}
	return all
}

// colours counts the balls of each colour.
func (r Result) colours() (counts [4]int) {
	for _, n := range r {
		counts[colourOf(n)]++
	}
	return counts
}
