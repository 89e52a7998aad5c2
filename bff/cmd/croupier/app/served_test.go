package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/gateway"
	"croupier/bff/store"
	"croupier/bff/test/testkit"
)

func TestCountersOfABrandExistFromTheStartAndFromItsReload(t *testing.T) {
	file := writeConfig(t, validConfig+"data_dir: "+t.TempDir()+"\n")
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
	has := func(brand string) bool {
		w := httptest.NewRecorder()
		p.admin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(w.Body.String(), `croupier_money_total{brand="`+brand+`",outcome="unknown"} 0`) &&
			strings.Contains(w.Body.String(), `croupier_defects_total{brand="`+brand+`"} 0`)
	}
	assert.True(t, has("pera") && !has("bogaz"), "at the start: pera %v, bogaz %v", has("pera"), has("bogaz"))
	brands := filepath.Join(filepath.Dir(file), "brands")
	require.NoError(t, os.CopyFS(filepath.Join(brands, "bogaz"), os.DirFS(filepath.Join(brands, "pera"))))
	testkit.Replace(t, brandFile(file, "bogaz"), "id: pera\n", "id: bogaz\n", "pera.localhost", "bogaz.localhost")
	require.NoError(t, live.Reload())
	assert.True(t, has("bogaz"), "the brand of the reload has no counters")
}

func TestReadinessReportsReasons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var fault error
		var degraded []string
		pings := 0
		ready := readiness(ctx, func(ctx context.Context) error {
			pings++
			_, bounded := ctx.Deadline()
			assert.True(t, bounded && ctx.Err() == nil, "ping without a deadline, or with a cancelled context")
			return fault
		}, func() []string { return degraded })
		assert.Empty(t, ready())
		fault = errors.New("connection refused")
		assert.Empty(t, ready()) // the cached result
		time.Sleep(pingInterval)
		assert.Equal(t, []string{storeUnreachable}, ready())
		cancel()
		assert.Equal(t, []string{gateway.Draining, storeUnreachable}, ready())
		fault = nil
		time.Sleep(pingInterval)
		assert.Equal(t, []string{gateway.Draining}, ready())
		fault = fmt.Errorf("%w: disk full", store.ErrNotWritable)
		time.Sleep(pingInterval)
		degraded = []string{storeMemoryLost}
		assert.Equal(t, []string{gateway.Draining, storeNotWritable, storeMemoryLost}, ready())
		assert.Equal(t, 4, pings)
	})
}

func TestTracesOfTrustedProxiesAreContinued(t *testing.T) {
	proxy := isFromProxy([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for address, want := range map[string]bool{
		"10.1.2.3:4": true, "[::ffff:10.1.2.3]:4": true, "192.0.2.1:4": false, "[2001:db8::1]:4": false, "": false,
	} {
		assert.Equal(t, want, proxy(&http.Request{RemoteAddr: address}), address)
	}
}
