package live

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Spots of baccarat.
const (
	SpotPlayer     = "player"
	SpotBanker     = "banker"
	SpotTie        = "tie"
	SpotPlayerPair = "playerpair"
	SpotBankerPair = "bankerpair"
)

// coup is a round of baccarat, the cards of each hand in the order of dealing.
type coup struct {
	Player      []Card `json:"player"`
	Banker      []Card `json:"banker"`
	PlayerScore int    `json:"playerScore"`
	BankerScore int    `json:"bankerScore"`
	Winner      string `json:"winner"`
}

func (c coup) Brief() string { return c.Winner }

func (c coup) Pays(spot string) int64 {
	switch {
	case spot == SpotTie && c.Winner == SpotTie:
		return 900
	case c.Winner == SpotTie && (spot == SpotPlayer || spot == SpotBanker):
		return 100
	case spot == SpotPlayer && c.Winner == SpotPlayer:
		return 200
	case spot == SpotBanker && c.Winner == SpotBanker:
		return 195 // minus 5 % commission
	case spot == SpotPlayerPair && c.Player[0].Rank() == c.Player[1].Rank(),
		spot == SpotBankerPair && c.Banker[0].Rank() == c.Banker[1].Rank():
		return 1200
	default:
		return 0
	}
}

// points is the value of cards in baccarat.
func points(cards []Card) int {
	sum := 0
	for _, c := range cards {
		if c.Rank() < 10 {
			sum += c.Rank()
		}
	}
	return sum % 10
}

// bankerDrawsOn lists the points of the player's third card on which the banker draws, by the
// banker's points.
var bankerDrawsOn = [10]string{"0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67"}

func bankerDraws(banker, third int) bool {
	return strings.Contains(bankerDrawsOn[banker], strconv.Itoa(third))
}

// playCoup deals a round by the rules of punto banco.
func playCoup(deal func() Card) coup {
	c := coup{Player: []Card{deal()}, Banker: []Card{deal()}}
	c.Player, c.Banker = append(c.Player, deal()), append(c.Banker, deal())
	player, banker := points(c.Player), points(c.Banker)
	if player < 8 && banker < 8 {
		switch {
		case player <= 5:
			third := deal()
			c.Player = append(c.Player, third)
			if bankerDraws(banker, points([]Card{third})) {
				c.Banker = append(c.Banker, deal())
			}
		case banker <= 5:
			c.Banker = append(c.Banker, deal())
		}
	}
	c.PlayerScore, c.BankerScore = points(c.Player), points(c.Banker)
	switch {
	case c.PlayerScore > c.BankerScore:
		c.Winner = SpotPlayer
	case c.PlayerScore < c.BankerScore:
		c.Winner = SpotBanker
	default:
		c.Winner = SpotTie
	}
	return c
}

// Baccarat is punto banco with eight decks.
func Baccarat() *Game {
	return &Game{
		Clock: rounds.Clock{Betting: 15 * time.Second, Grace: time.Second, Playing: 9 * time.Second, Showing: 5 * time.Second},
		Keep:  72,
		Spots: map[string]float64{
			SpotBanker: 98.942, SpotPlayer: 98.765, SpotTie: 85.640, SpotPlayerPair: 89.639, SpotBankerPair: 89.639,
		},
		Usual: []string{SpotPlayer, SpotPlayer, SpotPlayer, SpotBanker, SpotBanker, SpotBanker, SpotBanker, SpotTie, SpotPlayerPair, SpotBankerPair},
		RTP:   98.942,
		Draw:  func(rng *rand.Rand) Outcome { return playCoup(newShoe(rng).deal) },
	}
}
