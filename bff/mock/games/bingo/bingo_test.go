package bingo

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(5, n)) }

func TestDealtCardsAreValid(t *testing.T) {
	for n := range uint64(2000) {
		c := DealCard(seeded(n))
		var perRow [Rows]int
		for column := range Columns {
			last := 0
			for row := range Rows {
				number := c[row][column]
				if number == 0 {
					continue
				}
				require.True(t, column == min(number/10, Columns-1) && number > last && number <= Balls, "column %d of %v", column, c)
				perRow[row]++
				last = number
			}
			require.NotEqual(t, 0, last, "column %d of %v is empty", column, c)
		}
		require.Equal(t, [Rows]int{PerRow, PerRow, PerRow}, perRow, c)
	}
	balls := slices.Sorted(slices.Values(NewDraw(seeded(1))))
	assert.Len(t, slices.Compact(balls), Calls)
	assert.True(t, balls[0] >= 1 && balls[Calls-1] <= Balls, balls)
}

// TestTablesReturnTheRTP computes the return of a card with exact fractions.
func TestTablesReturnTheRTP(t *testing.T) {
	for _, rtp := range []float64{85, 90, 92, 94.5, 96, 99} {
		table := NewTable(rtp)
		sum := new(big.Rat)
		for rows := 1; rows <= Rows; rows++ {
			before := new(big.Rat)
			for stretch, mark := range Marks {
				until := exact(rows, mark)
				chance := new(big.Rat).Sub(until, before)
				sum.Add(sum, chance.Mul(chance, big.NewRat(table[rows-1][stretch], 100)))
				before = until
				if stretch > 0 && table[rows-1][stretch] >= table[rows-1][stretch-1] {
					t.Errorf("%v%%: later stretches pay more: %v", rtp, table)
				}
			}
		}
		got, _ := sum.Float64()
		assert.True(t, !(math.Abs(got-rtp/100) > 5e-7), "%v%%: the table %v returns %.10f", rtp, table, got)
	}
}

// exact is reached with exact fractions.
func exact(rows, calls int) *big.Rat {
	q := func(n int64) *big.Rat {
		called := new(big.Int).MulRange(int64(calls)-n+1, int64(calls))
		return new(big.Rat).SetFrac(called, new(big.Int).MulRange(Balls-n+1, Balls))
	}
	times := func(n int64, r *big.Rat) *big.Rat { return r.Mul(r, big.NewRat(n, 1)) }
	one, two, three := q(PerRow), q(2*PerRow), q(3*PerRow)
	switch rows {
	case 1:
		return new(big.Rat).Add(new(big.Rat).Sub(times(3, one), times(3, two)), three)
	case 2:
		return new(big.Rat).Sub(times(3, two), times(2, three))
	default:
		return three
	}
}

// TestCardIsPaidOncePerNumberOfRows uses a given card and draw.
func TestCardIsPaidOncePerNumberOfRows(t *testing.T) {
	c := Card{{1, 11, 21, 31, 41}, {2, 12, 22, 32, 42}, {3, 13, 23, 33, 43}}
	var d Draw
	for _, row := range c {
		d = append(d, row[:PerRow]...)
	}
	table := NewTable(92)
	assert.Equal(t, [Rows]int{5, 10, 15}, d.Done(c))
	if got := table.Win(200, c, d); int64(got) != 2*(table[0][0]+table[1][0]+table[2][0]) {
		t.Errorf("paid %s by %v", got, table)
	}
	assert.Equal(t, [Rows]int{5}, d[:9].Done(c), "one ball short of two rows")
	if got := table.Win(200, c, d[:4]); got != 0 {
		t.Errorf("no row, paid %s", got)
	}
	for call, want := range map[int]int{1: 0, 40: 0, 41: 1, 50: 1, 51: 2, 60: 2} {
		assert.Equal(t, want, Stretch(call), "call %d is in stretch %d", call, Stretch(call))
	}
}
