package traffic

import "time"

// bounds are the upper bounds of the buckets; one more bucket takes what is longer.
var bounds = [...]time.Duration{
	100 * time.Microsecond, 200 * time.Microsecond, 500 * time.Microsecond,
	1 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 5 * time.Millisecond, 7 * time.Millisecond,
	10 * time.Millisecond, 15 * time.Millisecond, 20 * time.Millisecond, 30 * time.Millisecond, 50 * time.Millisecond, 70 * time.Millisecond,
	100 * time.Millisecond, 150 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond, 700 * time.Millisecond,
	1 * time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 5 * time.Second, 7 * time.Second,
	10 * time.Second, 15 * time.Second, 30 * time.Second, 60 * time.Second,
}

// buckets is the number of buckets.
const buckets = len(bounds) + 1

// bucketOf returns the index of the bucket of a duration.
func bucketOf(d time.Duration) int {
	low, high := 0, len(bounds)
	for low < high {
		if mid := (low + high) / 2; d <= bounds[mid] {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// histogram is the number of requests in each bucket.
type histogram [buckets]uint64

func (h *histogram) count() (n uint64) {
	for _, in := range h {
		n += in
	}
	return n
}

// quantile returns the duration in milliseconds that a share of the requests did not exceed, as if
// those of a bucket were spread evenly over it. Durations beyond the last bound count as that.
func (h *histogram) quantile(share float64) float64 {
	rank := share * float64(h.count())
	var before float64
	for i, in := range h {
		n := float64(in)
		if n == 0 || before+n < rank {
			before += n
			continue
		}
		if i == len(bounds) {
			break
		}
		low := time.Duration(0)
		if i > 0 {
			low = bounds[i-1]
		}
		return rounded(milliseconds(low) + (milliseconds(bounds[i])-milliseconds(low))*(rank-before)/n)
	}
	return milliseconds(bounds[len(bounds)-1])
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// rounded returns v with two decimals.
func rounded(v float64) float64 { return float64(int64(v*100+.5)) / 100 }
