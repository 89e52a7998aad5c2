package bingo

import (
	"math"
	"math/big"
	"math/bits"
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
		for row := range Rows {
			count := 0
			for column, number := range c[row] {
				if number == 0 {
					continue
				}
				count++
				require.True(t, column == min(number/10, Columns-1) && number >= 1 && number <= Balls,
					"%d stands in column %d of %v", number, column, c)
				for below := row + 1; below < Rows; below++ {
					if c[below][column] != 0 && c[below][column] <= number {
						t.Fatalf("column %d of %v does not rise", column, c)
					}
				}
			}
			require.Equal(t, PerRow, count, "row %d of %v has %d numbers", row, c, count)
		}
		for column := range Columns {
			require.NotEqual(t, 0, c[0][column]+c[1][column]+c[2][column], "column %d of %v is empty", column, c)
		}
	}
}

func TestDrawnBallsAreDistinct(t *testing.T) {
	d := NewDraw(seeded(1))
	sorted := slices.Clone(d)
	slices.Sort(sorted)
	assert.True(t, len(slices.Compact(sorted)) == Calls && sorted[0] >= 1 && sorted[Calls-1] <= Balls, "drew %v", d)
}

// TestChancesAgreeWithEnumeration enumerates every set of balls of a small game: three rows of two
// numbers, ten balls.
func TestChancesAgreeWithEnumeration(t *testing.T) {
	const balls, perRow = 10, 2
	for calls := range balls + 1 {
		var sets float64
		var full [Rows + 1]float64
		for set := range uint(1 << balls) {
			if bits.OnesCount(set) != calls {
				continue
			}
			sets++
			rows := 0
			for row := range Rows {
				if mask := uint(1<<perRow-1) << (row * perRow); set&mask == mask {
					rows++
				}
			}
			for r := 1; r <= rows; r++ {
				full[r]++
			}
		}
		for rows := 1; rows <= Rows; rows++ {
			got, want := reached(rows, calls, balls, perRow), full[rows]/sets
			assert.True(t, !(math.Abs(got-want) > 1e-12), "%d rows after %d calls: %v, enumerated %v", rows, calls, got, want)
		}
	}
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
	got := d.Done(c)
	assert.Equal(t, [Rows]int{5, 10, 15}, got, "done at %v", got)
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
