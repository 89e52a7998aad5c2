// Package buckets estimates quantiles of histograms with fixed buckets. Histograms of several
// instances can be added up, but quantiles cannot.
package buckets

import "slices"

// Of returns the number of the bucket that counts value. bounds are the upper bounds. One more
// bucket counts greater values.
func Of[B ~int64 | ~float64](bounds []B, value B) int {
	i, _ := slices.BinarySearch(bounds, value)
	return i
}

// Count returns the number of values in all buckets.
func Count(counts map[int]uint64) (n uint64) {
	for _, in := range counts {
		n += in
	}
	return n
}

// Quantile returns a quantile in the unit of bounds, interpolated within a bucket.
func Quantile[B ~int64 | ~float64](bounds []B, counts map[int]uint64, share float64) float64 {
	rank := share * float64(Count(counts))
	var before, low float64
	for i, bound := range bounds {
		n, high := float64(counts[i]), float64(bound)
		if n > 0 && before+n >= rank {
			return low + (high-low)*(rank-before)/n
		}
		before, low = before+n, high
	}
	return low
}
