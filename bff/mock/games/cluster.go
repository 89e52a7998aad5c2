package games

import (
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
	stakeOffer
}

func describeCluster(session Session) (any, error) {
	m, err := cluster.New(tuning(session))
	if err != nil {
		return nil, err
	}
	stakes, err := offerStakes(session, cluster.StakeStep)
	if err != nil {
		return nil, err
	}
	return clusterGame{
		Table: m.Table(), Bands: cluster.Bands[:], Coins: cluster.Coins, Multipliers: m.Multipliers(),
		MaxTimes: m.MaxTimes(), RTP: m.RTP(), stakeOffer: stakes,
	}, nil
}

// clusterCascade is a board and the clusters that vanish from it. Wins are multiplied.
type clusterCascade struct {
	Grid       cluster.Grid   `json:"grid"`
	Wins       []clusterWin   `json:"wins"`
	Multiplier int64          `json:"multiplier"`
	Win        bff.MinorUnits `json:"win"`
}

type clusterWin struct {
	Symbol face.Symbol    `json:"symbol"`
	Cells  [][2]int       `json:"cells"` // column and row
	Win    bff.MinorUnits `json:"win"`
}

// clusterAnswer is a settled round: its cascades, the board that is left, and the money.
type clusterAnswer struct {
	Cascades []clusterCascade `json:"cascades"`
	Last     cluster.Grid     `json:"last"`
	settledRound
}

func newClusterAnswer(round *cluster.Round, settled settledRound) clusterAnswer {
	return clusterAnswer{
		Cascades: mapped(round.Cascades, func(c *cluster.Cascade) clusterCascade { return newClusterCascade(round, c) }),
		Last:     round.Last, settledRound: settled,
	}
}

func newClusterCascade(round *cluster.Round, c *cluster.Cascade) clusterCascade {
	return clusterCascade{
		Grid: c.Grid, Multiplier: c.Multiplier, Win: round.Pay(c.Coins),
		Wins: mapped(c.Wins, func(won *cluster.Win) clusterWin {
			return clusterWin{Symbol: won.Symbol, Cells: won.Cells.Places(), Win: round.Pay(won.Coins * c.Multiplier)}
		}),
	}
}
