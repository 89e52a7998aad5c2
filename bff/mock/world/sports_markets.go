package world

import (
	"math"
	"strconv"
	"strings"
)

// Bounds of the odds in hundredths. Nearly certain and nearly impossible picks are not offered.
const (
	minOdd = 101
	maxOdd = 30_000
)

// market is a question about the result of a match.
type market struct {
	kind  string
	line  float64 // 0 if it has none
	picks []outcome
}

// outcome is an answer to a market.
type outcome struct {
	key string
	won func(home, away int) bool
}

// key returns the key of a market within its match: "result", "total@2.5".
func (m market) key() string {
	if m.line == 0 {
		return m.kind
	}
	return m.kind + "@" + strconv.FormatFloat(m.line, 'f', 1, 64)
}

// Market is a market with its odds.
type Market struct {
	Key   string
	Picks []Pick
}

// Pick is an answer to a market. Odd is in hundredths, 0 if the pick is closed.
type Pick struct {
	Key string
	Odd int
}

var (
	homeWins = func(h, a int) bool { return h > a }
	awayWins = func(h, a int) bool { return h < a }
	drawn    = func(h, a int) bool { return h == a }
)

func not(f func(h, a int) bool) func(h, a int) bool { return func(h, a int) bool { return !f(h, a) } }

// twoWay returns a market with two complementary picks.
func twoWay(kind string, line float64, first, second string, won func(h, a int) bool) market {
	return market{kind, line, []outcome{{first, won}, {second, not(won)}}}
}

var (
	resultMarket = market{kind: "result", picks: []outcome{{"1", homeWins}, {"X", drawn}, {"2", awayWins}}}
	winnerMarket = market{kind: "winner", picks: []outcome{{"1", homeWins}, {"2", awayWins}}}
	doubleMarket = market{kind: "double", picks: []outcome{{"1X", not(awayWins)}, {"12", not(drawn)}, {"X2", not(homeWins)}}}
	bothMarket   = twoWay("both", 0, "yes", "no", func(h, a int) bool { return h > 0 && a > 0 })
	parityMarket = twoWay("parity", 0, "odd", "even", func(h, a int) bool { return (h+a)%2 == 1 })
)

func total(line float64) market {
	return twoWay("total", line, "over", "under", func(h, a int) bool { return float64(h+a) > line })
}

// handicap adds line to the home side's score.
func handicap(line float64) market {
	return twoWay("handicap", line, "1", "2", func(h, a int) bool { return float64(h)+line > float64(a) })
}

// exact returns the market of the exact result, for one-digit results such as "1:0".
func exact(results string) market {
	m := market{kind: "score"}
	for r := range strings.FieldsSeq(results) {
		home, away := int(r[0]-'0'), int(r[2]-'0')
		m.picks = append(m.picks, outcome{r, func(h, a int) bool { return h == home && a == away }})
	}
	return m
}

// fixed returns the same markets for all matches.
func fixed(markets ...market) func(*Match) []market { return func(*Match) []market { return markets } }

// sportMarkets holds the markets by sport. Lines are never integers, so that there are no draws.
var sportMarkets = map[string]func(*Match) []market{
	"football": fixed(resultMarket, total(2.5), bothMarket, doubleMarket, total(1.5), total(3.5), handicap(-1.5), handicap(1.5), parityMarket,
		exact("1:0 0:0 0:1 2:0 1:1 0:2 2:1 2:2 1:2 3:0 3:3 0:3 3:1 1:3 3:2 2:3")),
	"hockey": fixed(resultMarket, total(5.5), doubleMarket, total(4.5), total(6.5), handicap(-1.5), handicap(1.5), bothMarket, parityMarket),
	"tennis": fixed(winnerMarket, exact("2:0 0:2 2:1 1:2"), total(2.5), handicap(-1.5), handicap(1.5)),

	"basketball": basketballMarkets, "volleyball": bestOfFive, "tabletennis": bestOfFive,
}

var bestOfFive = fixed(winnerMarket, exact("3:0 0:3 3:1 1:3 3:2 2:3"), total(3.5), total(4.5), handicap(-1.5), handicap(1.5))

// basketballMarkets centres its lines on the expected result.
func basketballMarkets(m *Match) []market {
	model := m.League.Sport.Timed
	h, a := model.rates(m)
	mean := 0.0 // points per score
	for i, p := range model.Points {
		mean += float64(i+1) * p
	}
	lead, sum := math.Round((h-a)*mean), math.Round((h+a)*mean)
	return []market{
		winnerMarket, total(sum + 0.5), handicap(-lead - 0.5), total(sum - 7.5), total(sum + 8.5),
		handicap(-lead - 5.5), handicap(-lead + 4.5), parityMarket,
	}
}

// priced returns markets with their odds for a score. The average return of a pick is rtp percent, less at most
// one hundredth of its probability, because odds are rounded down.
func (m *Match) priced(s Score, rtp float64, markets []market) []Market {
	chances := make([][]float64, len(markets))
	for i := range markets {
		chances[i] = make([]float64, len(markets[i].picks))
	}
	m.League.Sport.model.results(m, s, func(h, a int, p float64) {
		for i := range markets {
			for j := range markets[i].picks {
				if markets[i].picks[j].won(h, a) {
					chances[i][j] += p
				}
			}
		}
	})
	out := make([]Market, len(markets))
	for i := range markets {
		out[i].Key = markets[i].key()
		for j, p := range markets[i].picks {
			out[i].Picks = append(out[i].Picks, Pick{p.key, oddOf(chances[i][j], rtp)})
		}
	}
	return out
}

// oddOf returns the odd of a probability, 0 if it is not offered.
func oddOf(p, rtp float64) int {
	if p*maxOdd < rtp || p*minOdd > rtp {
		return 0
	}
	return int(rtp / p)
}

// MarketName returns the name of a market of a sport in a language.
func (c *Catalogue) MarketName(lang string, s *Sport, key string) string {
	kind, line, ok := strings.Cut(key, "@")
	if !ok {
		return c.Texts.Phrase(lang, "market."+kind)
	}
	if kind == "handicap" && !strings.HasPrefix(line, "-") {
		line = "+" + line
	}
	switch lang {
	case "en":
	case "ar":
		line = "\u2066" + line + "\u2069" // isolated, or the sign is on the wrong side
	default:
		line = strings.Replace(line, ".", ",", 1)
	}
	return c.Texts.Phrase(lang, "market."+kind+"."+s.Unit, "line", line)
}

// PickName returns the name of a pick in a language. Figures are the same in all languages.
func (c *Catalogue) PickName(lang, key string) string {
	if key[0] >= '0' && key[0] <= '9' || key == "X" || key == "X2" {
		return key
	}
	return c.Texts.Phrase(lang, "pick."+key)
}

// SportName returns the name of a sport in a language.
func (c *Catalogue) SportName(lang string, s *Sport) string {
	return c.Texts.Phrase(lang, "sport."+s.Key)
}
