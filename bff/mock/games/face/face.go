// Package face holds what every slot mechanic has in common: the symbols as the pages draw
// them, and the volatilities that a game is tuned to.
package face

import "fmt"

// Symbol is one face of a reel.
type Symbol uint8

// The symbols, best paid first. Wild stands for paying symbols, Scatter counts wherever it
// lies; not every mechanic has the two.
const (
	Wild Symbol = iota
	Scatter
	High1
	High2
	High3
	High4
	Low1
	Low2
	Low3
	Count // how many there are
)

var names = [Count]string{"wild", "scatter", "high1", "high2", "high3", "high4", "low1", "low2", "low3"}

// String gives the name that the pages know the symbol by.
func (s Symbol) String() string { return names[s] }

// MarshalText writes the name, so that grids and pay tables read as words in JSON.
func (s Symbol) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Table gives what each symbol pays, for the symbols from first on; a mechanic without wilds
// and scatters in its table begins with High1.
func Table[Pays any](of [Count]Pays, first Symbol) map[Symbol]Pays {
	table := make(map[Symbol]Pays, Count)
	for s := first; s < Count; s++ {
		table[s] = of[s]
	}
	return table
}

// Volatility says how a game spreads its return: many small wins or few large ones.
type Volatility string

// The volatilities.
const (
	LowVolatility    Volatility = "low"
	MediumVolatility Volatility = "medium"
	HighVolatility   Volatility = "high"
)

// Tuned finds what a mechanic has for a volatility; it fails for one that is not known.
func Tuned[T any](all map[Volatility]T, v Volatility) (T, error) {
	found, ok := all[v]
	if !ok {
		return found, fmt.Errorf("face: no volatility %q", v)
	}
	return found, nil
}
