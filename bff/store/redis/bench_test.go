package redis_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// BenchmarkMoneyKey claims and finishes money keys, one after the other and concurrently, with the mirror in
// memory and on the disk.
func BenchmarkMoneyKey(b *testing.B) {
	server := realredis.Start(b)
	disk, err := embedded.OpenMirror(b.TempDir(), embedded.MirrorOptions{})
	require.NoError(b, err)
	defer disk.Close() //nolint:errcheck // a benchmark
	for name, mirror := range map[string]redis.Mirror{"memory": redis.NewMemoryMirror(time.Now), "disk": disk} {
		s, err := redis.Open(b.Context(), server.URL(), redis.Options{Prefix: name, Mirror: mirror, IndexKey: indexkey.New()})
		require.NoError(b, err)
		defer s.Close() //nolint:errcheck // a benchmark
		var n atomic.Int64
		pay := func() {
			k := keyWithoutTime(int(n.Add(1)))
			first, err := s.IdempotencyStore().Claim(b.Context(), k, body)
			assert.True(b, first == nil && err == nil, "claim: %v, %v", first, err)
			assert.NoError(b, s.IdempotencyStore().Finish(b.Context(), k, paid))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pay()
			}
		})
		b.Run(name+", concurrently", func(b *testing.B) {
			b.SetParallelism(16)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					pay()
				}
			})
		})
	}
}
