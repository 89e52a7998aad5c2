package world

import (
	"hash/fnv"
	"math/rand/v2"
)

// stream gives a generator of its own for one purpose, so that adding a draw in one place
// changes nothing elsewhere.
func stream(seed uint64, purpose string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// mix turns numbers into an evenly spread one, for values that are computed and not kept.
func mix(parts ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, p := range parts {
		h ^= p
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return h
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }
