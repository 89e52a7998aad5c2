package telemetry_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// holds tells which lines are missing in the metrics.
func mustContain(t *testing.T, m *telemetry.Metrics, lines ...string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range lines {
		if !strings.Contains(w.Body.String(), want+"\n") {
			t.Errorf("%s is missing in\n%s", want, w.Body)
		}
	}
}

func TestStateMetrics(t *testing.T) {
	m := telemetry.NewMetrics()
	closed := false
	m.Watch(telemetry.Sources{
		Circuits: func() []bff.CircuitState {
			return []bff.CircuitState{
				{Brand: "marmara", Upstream: "p", Class: "casino", State: "half-open", Override: bff.OverrideAuto, Active: 3, Waiting: 2, Limit: 16, ProbesAnswered: 1, ProbesFailed: 4},
				{Brand: "marmara", Upstream: "p", Class: "user", State: "open", Override: bff.OverrideAuto},
				{Brand: "marmara", Upstream: "p", Class: "finance", State: "open", Override: bff.OverrideForcedClosed},
				{Brand: "marmara", Upstream: "p", Class: "crm", State: "closed", Override: bff.OverrideForcedOpen},
			}
		},
		Cache: func() bff.CacheStats {
			return bff.CacheStats{Hits: 5, Stale: 2, StaleAge: 3 * time.Second, Entries: 7, Bytes: 9, SharedFailures: 1}
		},
		Maintenance: func() map[string]bool { return map[string]bool{"marmara": closed} },
		Memory:      func() (uint64, bool) { return 2, true },
		Reloads:     func() (int, int, bool, time.Time) { return 2, 1, true, time.Unix(1700000000, 0) },
		Store:       func() (bool, int) { return false, 3 },
		Queued:      func() int { return 4 },
	})
	mustContain(t, m,
		`croupier_breaker_state{brand="marmara",class="casino",upstream="p"} 1`,
		`croupier_breaker_state{brand="marmara",class="user",upstream="p"} 2`,
		`croupier_breaker_state{brand="marmara",class="finance",upstream="p"} 0`,
		`croupier_breaker_state{brand="marmara",class="crm",upstream="p"} 2`,
		`croupier_breaker_overridden{brand="marmara",class="crm",upstream="p"} 1`,
		`croupier_upstream_active{brand="marmara",class="casino",upstream="p"} 3`,
		`croupier_upstream_waiting{brand="marmara",class="casino",upstream="p"} 2`,
		`croupier_upstream_limit{brand="marmara",class="casino",upstream="p"} 16`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="answered",upstream="p"} 1`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="failed",upstream="p"} 4`,
		`croupier_cache_responses_total{state="hit"} 5`,
		`croupier_cache_stale_age_seconds_total 3`,
		`croupier_cache_entries 7`, `croupier_cache_bytes 9`,
		`croupier_cache_shared_lookups_total{outcome="failure"} 1`,
		`croupier_maintenance{brand="marmara"} 0`,
		`croupier_config_reloads_total{outcome="refused"} 1`,
		`croupier_store_memory_lost_total 2`, `croupier_store_mirrored 1`,
		`croupier_config_broken 1`,
		`croupier_config_applied_timestamp_seconds 1.7e+09`,
		`croupier_store_writable 0`, `croupier_store_unsaved_revocations 3`, `croupier_revocations_queued 4`,
	)
	closed = true
	mustContain(t, m, `croupier_maintenance{brand="marmara"} 1`)
	mustContain(t, telemetry.NewMetrics(), "# TYPE go_goroutines gauge") // without sources there is no state
}

// failing implements every store and returns err.
type failing struct{ err error }

func (f failing) Revoke(context.Context, string, time.Time, time.Time) error { return f.err }
func (f failing) Revoked(context.Context, ...string) ([]time.Time, error)    { return nil, f.err }

func (f failing) Claim(context.Context, bff.IdempotencyKey, bff.Fingerprint) (*bff.Answer, error) {
	return nil, f.err
}

func (f failing) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return f.err }

func (f failing) MarkUnknown(context.Context, bff.IdempotencyKey, *bff.Reason) error { return f.err }

func (f failing) Lookup(context.Context, bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	return nil, f.err
}

func (f failing) Settle(context.Context, bff.IdempotencyKey, func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error) {
	return nil, f.err
}

func (f failing) Release(context.Context, bff.IdempotencyKey) error { return f.err }

func TestStoreOperationsAreTimedAndFailuresCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{nil, context.Canceled, bff.ReasonAnonymous, errors.New("refused"), bff.ReasonUnavailable} {
		r := m.Revocations(failing{err})
		if _, got := r.Revoked(t.Context(), "k"); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
		if got := r.Revoke(t.Context(), "k", time.Time{}, time.Time{}); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
	mustContain(t, m,
		`croupier_store_seconds_count{operation="revoked",store="revocations"} 5`,
		`croupier_store_errors_total{operation="revoked",store="revocations"} 2`,
		`croupier_store_errors_total{operation="revoke",store="revocations"} 2`,
	)
	if m.Tickets(nil) != nil || m.SharedCache(nil) != nil {
		t.Error("a store that is not there is timed")
	}
}

func TestMoneyOutcomesAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	key := bff.IdempotencyKey{Brand: "marmara", Player: "p", Key: "k"}
	for _, err := range []error{nil, bff.ReasonDuplicate, bff.ReasonKeyReused, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout), bff.ReasonUnavailable} {
		if _, got := m.IdempotencyStore(failing{err}).Claim(t.Context(), key, bff.Fingerprint{}); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
	s := m.IdempotencyStore(failing{})
	if err := errors.Join(s.Finish(t.Context(), key, &bff.Answer{}), s.MarkUnknown(t.Context(), key, bff.ReasonInternal), s.Release(t.Context(), key)); err != nil {
		t.Error(err)
	}
	for _, outcome := range []string{"sent", "in_flight", "reused", "still_unknown", "refused", "answered", "unknown", "released"} {
		mustContain(t, m, `croupier_money_total{brand="marmara",outcome="`+outcome+`"} 1`)
	}
	mustContain(t, m, `croupier_store_errors_total{operation="claim",store="idempotency"} 1`)
}

// fakeSessions are sessions that return err.
type fakeSessions struct {
	telemetry.Sessions
	err error
}

func (s fakeSessions) Open(context.Context, *bff.Brand, string) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) OpenUser(context.Context, *bff.Brand, bff.SealedUser) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Begin(context.Context, *bff.Brand, bff.NewSession) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Complete(context.Context, *bff.Session) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Refresh(context.Context, *bff.Session) (*bff.Session, error) { return nil, s.err }
func (s fakeSessions) End(context.Context, *bff.Session) error                     { return s.err }
func (s fakeSessions) EndAll(context.Context, string, string) error                { return s.err }
func (s fakeSessions) EndAllDurably(context.Context, string, string) error         { return s.err }
func (s fakeSessions) Siblings(context.Context, *bff.Brand, *bff.Session) ([]bff.ActiveSession, error) {
	return nil, s.err
}

func (s fakeSessions) Rename(_ context.Context, _ *bff.Brand, of *bff.Session, _ string) *bff.Session {
	return of
}

func TestSessionEventsAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	brand, held := &bff.Brand{ID: "marmara"}, &bff.Session{Brand: "marmara"}
	for _, err := range []error{nil, bff.ReasonAnonymous} {
		s := m.Sessions(fakeSessions{err: err})
		_, opened := s.Open(t.Context(), brand, "token")
		_, nobody := s.Open(t.Context(), brand, "")
		_, user := s.OpenUser(t.Context(), brand, bff.SealedUser{})
		_, begun := s.Begin(t.Context(), brand, bff.NewSession{})
		_, whole := s.Complete(t.Context(), held)
		_, fresh := s.Refresh(t.Context(), held)
		for _, got := range []error{opened, nobody, user, begun, whole, fresh, s.End(t.Context(), held), s.EndAll(t.Context(), "marmara", "p")} {
			if !errors.Is(got, err) {
				t.Errorf("%v became %v", err, got)
			}
		}
	}
	mustContain(t, m, `croupier_sessions_total{brand="marmara",outcome="refused"} 2`)
	for _, outcome := range []string{"begun", "completed", "refreshed", "ended", "ended_all"} {
		mustContain(t, m, `croupier_sessions_total{brand="marmara",outcome="`+outcome+`"} 1`)
	}
}

// denyAll refuses everything.
type denyAll struct{ bff.Limiter }

func (denyAll) Allow(context.Context, bff.LimitKey) (time.Duration, bool) { return time.Second, false }

func TestRateLimitRefusalsAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	if after, ok := m.Limiter(denyAll{}).Allow(t.Context(), bff.LimitKey{Rule: bff.LimitMoney, Brand: "pera"}); ok || after != time.Second {
		t.Errorf("%v %v", after, ok)
	}
	mustContain(t, m, `croupier_rate_limited_total{brand="pera",rule="money"} 1`)
}
