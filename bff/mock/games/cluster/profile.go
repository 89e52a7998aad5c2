package cluster

import "croupier/bff/mock/games/face"

// Bands are the sizes of clusters that pay alike: from five to eight each its own, then
// nine and ten, eleven and twelve, and thirteen or more.
var Bands = [...]int{5, 6, 7, 8, 9, 11, 13}

// Pays is what a cluster of a symbol pays by band, in coins.
type Pays [len(Bands)]int64

// At gives the pay for a cluster of n.
func (p Pays) At(n int) int64 {
	var pay int64
	for band, from := range Bands {
		if n >= from {
			pay = p[band]
		}
	}
	return pay
}

// profile is one tuning of the game.
type profile struct {
	table [face.Count]Pays
	// multipliers are those of the first, second, … cascade. There are no more.
	multipliers []int64
}

// falling weighs the symbols: the better one pays, the rarer it falls.
var falling = [face.Count]int{face.High1: 12, face.High2: 13, face.High3: 14, face.High4: 15, face.Low1: 16, face.Low2: 17, face.Low3: 18}

var profiles = map[face.Volatility]profile{
	face.LowVolatility: {
		table: [face.Count]Pays{
			face.High1: {14, 20, 30, 50, 80, 170, 400}, face.High2: {11, 16, 24, 36, 60, 130, 300},
			face.High3: {8, 12, 18, 28, 46, 100, 240}, face.High4: {6, 9, 14, 22, 34, 72, 170},
			face.Low1: {4, 6, 9, 13, 20, 45, 110}, face.Low2: {3, 5, 7, 11, 17, 36, 90}, face.Low3: {3, 4, 6, 9, 14, 30, 70},
		},
		multipliers: []int64{1, 2, 3, 4, 5, 6, 8, 10, 12},
	},
	face.MediumVolatility: {
		table: [face.Count]Pays{
			face.High1: {10, 16, 28, 48, 100, 280, 800}, face.High2: {7, 12, 19, 32, 64, 180, 500},
			face.High3: {5, 8, 13, 22, 42, 110, 320}, face.High4: {4, 6, 10, 16, 30, 72, 200},
			face.Low1: {3, 4, 6, 10, 17, 40, 110}, face.Low2: {2, 3, 5, 8, 13, 30, 80}, face.Low3: {2, 3, 4, 6, 10, 22, 60},
		},
		multipliers: []int64{1, 2, 4, 7, 12, 20, 30, 45, 70},
	},
	face.HighVolatility: {
		table: [face.Count]Pays{
			face.High1: {6, 10, 18, 36, 90, 300, 1200}, face.High2: {4, 7, 12, 22, 50, 160, 600},
			face.High3: {3, 5, 8, 14, 30, 90, 300}, face.High4: {2, 4, 6, 10, 20, 56, 180},
			face.Low1: {2, 3, 4, 6, 12, 30, 90}, face.Low2: {1, 2, 3, 5, 8, 20, 60}, face.Low3: {1, 2, 2, 4, 6, 15, 40},
		},
		multipliers: []int64{1, 2, 5, 10, 20, 40, 80, 150, 250},
	},
}
