package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff/gateway"
	"croupier/bff/store"
)

func TestReadinessReportsReasons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var fault error
		var degraded []string
		pings := 0
		ready := readiness(ctx, func(ctx context.Context) error {
			pings++
			if _, bounded := ctx.Deadline(); !bounded || ctx.Err() != nil {
				t.Error("ping without a deadline, or with a cancelled context")
			}
			return fault
		}, func() []string { return degraded })
		want := func(reasons ...string) {
			t.Helper()
			if got := ready(); !slices.Equal(got, reasons) {
				t.Errorf("got %v, want %v", got, reasons)
			}
		}
		want()
		fault = errors.New("connection refused")
		want() // the cached result
		time.Sleep(pingInterval)
		want(storeUnreachable)
		cancel()
		want(gateway.Draining, storeUnreachable)
		fault = nil
		time.Sleep(pingInterval)
		want(gateway.Draining)
		fault = fmt.Errorf("%w: disk full", store.ErrNotWritable)
		time.Sleep(pingInterval)
		degraded = []string{storeMemoryLost}
		want(gateway.Draining, storeNotWritable, storeMemoryLost)
		if pings != 4 {
			t.Errorf("%d pings, want 4", pings)
		}
	})
}

func TestTracesOfTrustedProxiesAreContinued(t *testing.T) {
	proxy := isFromProxy([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for address, want := range map[string]bool{
		"10.1.2.3:4": true, "[::ffff:10.1.2.3]:4": true, "192.0.2.1:4": false, "[2001:db8::1]:4": false, "": false,
	} {
		if got := proxy(&http.Request{RemoteAddr: address}); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}
