package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// The first address fails under reads and payments. No read fails, no payment is sent twice, and
// Croupier uses the first address again after it returned.
func TestCallsDuringAFailoverOfThePlatform(t *testing.T) {
	const players = 8
	var counts, outcomes sync.Map // requests by host and by idempotency key, and errors by idempotency key
	count := func(name string) *atomic.Int32 {
		n, _ := counts.LoadOrStore(name, new(atomic.Int32))
		return n.(*atomic.Int32) //nolint:forcetypeassert // see LoadOrStore
	}
	var hangs atomic.Bool
	serve := func(at string) (s *httptest.Server, host string) {
		s = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // to notice the end of the connection
			count(r.Header.Get("Idempotency-Key")).Add(1)
			if count(r.Host).Add(1); hangs.Load() {
				count("hanging").Add(1)
				<-r.Context().Done()
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"result":false,"message":"declined","code":7}`)
		}))
		_ = s.Listener.Close()
		var err error
		s.Listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", at)
		require.NoError(t, err)
		s.Start()
		t.Cleanup(s.Close)
		return s, s.Listener.Addr().String()
	}
	first, one := serve("127.0.0.1:0")
	_, two := serve("127.0.0.1:0")
	live, calls := openLive(t, writeConfig(t, envelopeConfig("http://"+one)+"    failover_urls: [\"http://"+two+"\"]\n"+
		"    secret_file: croupier.yaml\n    probe: { return_after: 300ms }\n"), slog.New(slog.DiscardHandler))
	routes := &platforms{calls: calls, log: slog.New(slog.DiscardHandler)}
	require.NoError(t, routes.open(t.Context(), live, &testkit.Records{}))
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for player := range players {
		call := []string{"casino/category_list", "finance/cancel_withdrawal"}[player%2]
		running.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				r := upstreamRequest(t, live, calls, "marmara", call)
				r.IdempotencyKey = fmt.Sprintf("%d-%d", player, n) // of a payment
				_, err := routes.Do(t.Context(), r)
				if r.Rules.Kind == bff.KindMoney {
					outcomes.Store(r.IdempotencyKey, err)
				} else {
					assert.NoError(t, err, "a read")
				}
			}
		})
	}
	serves := func(host, failover string) {
		before := count(host).Load()
		testkit.Eventually(t, "calls at "+host, func() bool { return count(host).Load() >= before+100 })
		assert.Equal(t, failover, routes.States()[0].Failover)
	}
	serves(one, "")
	hangs.Store(true)
	testkit.Eventually(t, "all players wait", func() bool { return count("hanging").Load() == players })
	hangs.Store(false)
	_ = first.Config.Close()
	serves(two, two)
	serve(one)
	serves(one, "")
	stop()
	running.Wait()

	unknown := 0
	outcomes.Range(func(key, err any) bool {
		sent, failed := count(key.(string)).Load(), err != nil //nolint:forcetypeassert // see Store
		if failed {
			unknown++
			assert.Equal(t, bff.DeliveryUnknown, bff.DeliveryOf(err.(error)), err) //nolint:forcetypeassert // see Store
		}
		return assert.True(t, sent == 1 || failed && sent == 0, "%s: sent %d times", key, sent)
	})
	assert.True(t, unknown >= players/2 && unknown <= players, "%d payments with unknown outcome", unknown)
}
