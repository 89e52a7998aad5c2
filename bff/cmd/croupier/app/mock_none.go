//go:build nomock

package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/staff"
	"croupier/bff/player/protection"
)

// This file replaces mock.go in production binaries (build tag nomock), which contain neither the
// mock nor the demo.

// demoFiles is nil: every command requires --config.
var demoFiles fs.FS

// demoAccounts is nil: this binary knows no account and no password.
var demoAccounts []staff.DemoAccount

// partition is nil: there are no testers.
var partition func(*http.Request, *bff.Brand) bff.Partition

// mockUnavailable refuses upstreams whose adapter is the mock.
var mockUnavailable = errors.New(
	"this binary does not contain the mock platform: use the demo binary, or another adapter",
)

// openMock returns nil: preflight and newMockAdapter refuse configurations that need the mock.
func openMock(*config.Config, *contract.Catalogue, *slog.Logger) (http.Handler, error) {
	return nil, nil //nolint:nilnil // a nil handler is not a mock
}

func newMockAdapter(http.Handler, func(http.RoundTripper) http.RoundTripper) (bff.Upstream, error) {
	return nil, mockUnavailable
}

func (*server) mockHandler() http.Handler { return nil }

func (*server) mockedPlayers() (protection.Clock, func(*bff.Brand, string, *protection.Player, time.Time)) {
	return wallClock, nil
}
