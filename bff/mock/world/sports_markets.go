package world

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bounds of the odds on offer, in hundredths. What is nearly sure or nearly impossible is
// not offered.
const (
	leastOdd = 101
	mostOdd  = 30_000
)

// market is one question about a match's end; picks are its answers.
type market struct {
	kind  string
	line  float64 // 0 where it has none
	picks []outcome
}

// outcome is one answer, and when it is right.
type outcome struct {
	key string
	won func(home, away int) bool
}

// key names a market within its match: "result", "total@2.5".
func (m market) key() string {
	if m.line == 0 {
		return m.kind
	}
	return m.kind + "@" + strconv.FormatFloat(m.line, 'f', 1, 64)
}

// Market is one question about a match with its odds.
type Market struct {
	Key   string
	Picks []Pick
}

// Pick is one answer to a market. Odd is in hundredths, 0 where the pick is closed.
type Pick struct {
	Key string
	Odd int
}

var (
	homeWins = func(h, a int) bool { return h > a }
	awayWins = func(h, a int) bool { return h < a }
	drawn    = func(h, a int) bool { return h == a }
)

func not(f func(h, a int) bool) func(h, a int) bool {
	return func(h, a int) bool { return !f(h, a) }
}

var (
	resultMarket = market{kind: "result", picks: []outcome{{"1", homeWins}, {"X", drawn}, {"2", awayWins}}}
	winnerMarket = market{kind: "winner", picks: []outcome{{"1", homeWins}, {"2", awayWins}}}
	doubleMarket = market{kind: "double", picks: []outcome{{"1X", not(awayWins)}, {"12", not(drawn)}, {"X2", not(homeWins)}}}
	bothMarket   = market{kind: "both", picks: []outcome{
		{"yes", func(h, a int) bool { return h > 0 && a > 0 }}, {"no", func(h, a int) bool { return h == 0 || a == 0 }},
	}}
	parityMarket = market{kind: "parity", picks: []outcome{
		{"odd", func(h, a int) bool { return (h+a)%2 == 1 }}, {"even", func(h, a int) bool { return (h+a)%2 == 0 }},
	}}
)

func totalMarket(line float64) market {
	return market{kind: "total", line: line, picks: []outcome{
		{"over", func(h, a int) bool { return float64(h+a) > line }}, {"under", func(h, a int) bool { return float64(h+a) < line }},
	}}
}

// handicap adds line to the home side's score.
func handicapMarket(line float64) market {
	return market{kind: "handicap", line: line, picks: []outcome{
		{"1", func(h, a int) bool { return float64(h)+line > float64(a) }}, {"2", func(h, a int) bool { return float64(h)+line < float64(a) }},
	}}
}

// exact asks for the final score; the home side's wins stand first.
func scoreMarket(scores ...[2]int) market {
	m := market{kind: "score"}
	for _, s := range scores {
		m.picks = append(m.picks, outcome{fmt.Sprintf("%d:%d", s[0], s[1]), func(h, a int) bool { return h == s[0] && a == s[1] }})
	}
	return m
}

func footballMarkets(*Match) []market {
	return []market{
		resultMarket, totalMarket(2.5), bothMarket, doubleMarket, totalMarket(1.5), totalMarket(3.5), handicapMarket(-1.5), handicapMarket(1.5), parityMarket,
		scoreMarket(
			[2]int{1, 0}, [2]int{0, 0}, [2]int{0, 1}, [2]int{2, 0}, [2]int{1, 1}, [2]int{0, 2}, [2]int{2, 1}, [2]int{2, 2}, [2]int{1, 2},
			[2]int{3, 0}, [2]int{3, 3}, [2]int{0, 3}, [2]int{3, 1}, [2]int{1, 3}, [2]int{3, 2}, [2]int{2, 3},
		),
	}
}

func hockeyMarkets(*Match) []market {
	return []market{resultMarket, totalMarket(5.5), doubleMarket, totalMarket(4.5), totalMarket(6.5), handicapMarket(-1.5), handicapMarket(1.5), bothMarket, parityMarket}
}

// basketballMarkets lay their lines around what is expected before the match begins.
func basketballMarkets(m *Match) []market {
	c := m.League.Sport.play.(scoring)
	h, a := c.rates(m)
	each := 0.0
	for i, w := range c.worth {
		each += float64(i+1) * w
	}
	lead, sum := math.Round((h-a)*each), math.Round((h+a)*each)
	return []market{
		winnerMarket, totalMarket(sum + 0.5), handicapMarket(-lead - 0.5),
		totalMarket(sum - 7.5), totalMarket(sum + 8.5), handicapMarket(-lead - 5.5), handicapMarket(-lead + 4.5), parityMarket,
	}
}

func tennisMarkets(*Match) []market {
	return []market{
		winnerMarket, scoreMarket([2]int{2, 0}, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 2}), totalMarket(2.5), handicapMarket(-1.5), handicapMarket(1.5),
	}
}

func volleyballMarkets(*Match) []market {
	return []market{
		winnerMarket,
		scoreMarket([2]int{3, 0}, [2]int{0, 3}, [2]int{3, 1}, [2]int{1, 3}, [2]int{3, 2}, [2]int{2, 3}),
		totalMarket(3.5), totalMarket(4.5), handicapMarket(-1.5), handicapMarket(1.5),
	}
}

// priced gives markets their odds from how a match stands, so that a stake on any pick
// gives back rtp per cent of it on average: less at most one hundredth of the pick's
// probability, for odds are rounded down.
func (m *Match) priced(s Score, rtp float64, of []market) []Market {
	chances := make([][]float64, len(of))
	for i := range of {
		chances[i] = make([]float64, len(of[i].picks))
	}
	m.League.Sport.play.ends(m, s, func(h, a int, p float64) {
		for i := range of {
			for j := range of[i].picks {
				if of[i].picks[j].won(h, a) {
					chances[i][j] += p
				}
			}
		}
	})
	out := make([]Market, len(of))
	for i := range of {
		out[i] = Market{Key: of[i].key(), Picks: make([]Pick, len(of[i].picks))}
		for j, p := range of[i].picks {
			out[i].Picks[j] = Pick{p.key, oddOf(chances[i][j], rtp)}
		}
	}
	return out
}

// oddOf is the odd of a probability; 0 where it is not offered.
func oddOf(p, rtp float64) int {
	if p*mostOdd < rtp || p*leastOdd > rtp {
		return 0
	}
	return int(rtp / p)
}

// MarketName is what a market of a sport is called in a language.
func (c *Catalogue) MarketName(lang string, s *Sport, key string) string {
	kind, line, lined := strings.Cut(key, "@")
	if !lined {
		return c.Texts.Phrase(lang, "market."+kind)
	}
	if kind == "handicap" && !strings.HasPrefix(line, "-") {
		line = "+" + line
	}
	return c.Texts.Phrase(lang, "market."+kind+"."+s.Unit, "line", lineIn(lang, line))
}

// lineIn gives a line as a language writes numbers.
func lineIn(lang, line string) string {
	switch lang {
	case "en":
		return line
	case "ar":
		// Isolated, or the sign would stand on the wrong side.
		return "\u2066" + line + "\u2069"
	default:
		return strings.Replace(line, ".", ",", 1)
	}
}

// PickName is what a pick is called in a language. Figures are the same in all.
func (c *Catalogue) PickName(lang, key string) string {
	if key[0] >= '0' && key[0] <= '9' || key == "X" || key == "X2" {
		return key
	}
	return c.Texts.Phrase(lang, "pick."+key)
}

// SportName is what a sport is called in a language.
func (c *Catalogue) SportName(lang string, s *Sport) string {
	return c.Texts.Phrase(lang, "sport."+s.Key)
}
