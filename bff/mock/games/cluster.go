package games

import (
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/cluster"
	"croupier/bff/mock/games/face"
)

// clusterGame is what the page of the cluster slot must know before its first round.
type clusterGame struct {
	Table       map[face.Symbol]cluster.Pays `json:"table"` // in coins, by band
	Bands       []int                        `json:"bands"` // the least size of each
	Coins       int64                        `json:"coins"` // in a stake
	Multipliers []int64                      `json:"multipliers"`
	MaxTimes    int64                        `json:"maxTimes"` // stakes that no round exceeds
	RTP         float64                      `json:"rtp"`
	reelBets
}

func describeCluster(seat Seat) (any, error) {
	m, err := cluster.New(tuning(seat))
	if err != nil {
		return nil, err
	}
	stakes, err := reelStakes(seat, cluster.StakeStep)
	if err != nil {
		return nil, err
	}
	return clusterGame{
		Table: m.Table(), Bands: cluster.Bands[:], Coins: cluster.Coins, Multipliers: m.Multipliers(),
		MaxTimes: m.MaxTimes(), RTP: m.RTP(), reelBets: stakes,
	}, nil
}

// clusterSpin settles one round with all its cascades.
func clusterSpin(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	stake, err := readReelStake(w, r, seat, cluster.StakeStep)
	if err != nil {
		return err
	}
	machine, err := cluster.New(tuning(seat))
	if err != nil {
		return err
	}
	var round cluster.Round
	receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.Kurus {
		round = machine.Play(rng, stake)
		return round.Win()
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, newClusterAnswer(&round, receipt))
	return nil
}

// clusterCascade is a board and the clusters that vanish from it. Wins are multiplied.
type clusterCascade struct {
	Grid       cluster.Grid `json:"grid"`
	Wins       []clusterWin `json:"wins"`
	Multiplier int64        `json:"multiplier"`
	Win        bff.Kurus    `json:"win"`
}

type clusterWin struct {
	Symbol face.Symbol `json:"symbol"`
	Cells  [][2]int    `json:"cells"` // column and row
	Win    bff.Kurus   `json:"win"`
}

// clusterAnswer is a settled round: its cascades, the board that is left, and the money.
type clusterAnswer struct {
	Cascades []clusterCascade `json:"cascades"`
	Last     cluster.Grid     `json:"last"`
	Stake    bff.Kurus        `json:"stake"`
	Win      bff.Kurus        `json:"win"`
	Balance  bff.Kurus        `json:"balance"`
	Jackpot  bff.Kurus        `json:"jackpot"` // beside win
	RoundID  string           `json:"roundID"`
}

func newClusterAnswer(round *cluster.Round, receipt Receipt) clusterAnswer {
	a := clusterAnswer{
		Cascades: make([]clusterCascade, len(round.Cascades)), Last: round.Last,
		Stake: receipt.Stake, Win: receipt.Win, Jackpot: receipt.Jackpot, Balance: receipt.Balance, RoundID: receipt.RoundID,
	}
	for i, c := range round.Cascades {
		a.Cascades[i] = clusterCascade{
			Grid: c.Grid, Wins: make([]clusterWin, len(c.Wins)), Multiplier: c.Multiplier, Win: round.Pay(c.Coins),
		}
		for j, won := range c.Wins {
			a.Cascades[i].Wins[j] = clusterWin{
				Symbol: won.Symbol, Cells: won.Cells.Places(), Win: round.Pay(won.Coins * c.Multiplier),
			}
		}
	}
	return a
}
