package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
)

// scrape returns the metrics as Prometheus reads them.
func scrape(m *telemetry.Metrics) string {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// mustContain reports the lines that the metrics lack.
func mustContain(t *testing.T, m *telemetry.Metrics, lines ...string) {
	t.Helper()
	all := scrape(m)
	for _, want := range lines {
		assert.Contains(t, all, want+"\n")
	}
}

func TestMetricsCountRequestsByBrandAndCall(t *testing.T) {
	m := telemetry.NewMetrics()
	for range 3 {
		m.Observe(t.Context(), &bff.Observation{
			Brand: "marmara", Call: "casino/games_list", Path: "/endpoint/v1", Status: 200, Cache: bff.CacheMiss,
			Duration: 40 * time.Millisecond, Upstream: 30 * time.Millisecond, Bytes: 100,
		})
	}
	mustContain(t, m,
		`croupier_requests_total{brand="marmara",cache="MISS",call="casino/games_list",path="/endpoint/v1",reason="",status="200"} 3`,
		`croupier_request_seconds_bucket{brand="marmara",call="casino/games_list",le="0.05"} 3`,
		`croupier_upstream_seconds_count{brand="marmara",call="casino/games_list"} 3`,
		`croupier_response_bytes_total{brand="marmara"} 300`, `# TYPE go_goroutines gauge`,
	)
}

func TestCountersOfAlertsExistBeforeTheirFirstEvent(t *testing.T) {
	m := telemetry.NewMetrics()
	m.AddBrands("marmara")
	mustContain(t, m, `croupier_defects_total{brand=""} 0`, `croupier_defects_total{brand="marmara"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 0`,
		`croupier_money_total{brand="marmara",outcome="answered"} 0`)
	m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Call: "user/login", Status: 500, Debug: "internal error"})
	_ = m.IdempotencyStore(failing{}).MarkUnknown(t.Context(), bff.IdempotencyKey{Brand: "marmara"}, nil)
	m.AddBrands("marmara", "pera") // a reload with another brand
	mustContain(t, m, `croupier_defects_total{brand="marmara"} 1`, `croupier_defects_total{brand="pera"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 1`,
		`croupier_money_total{brand="pera",outcome="unknown"} 0`)
}

func TestReasonLabelIsBounded(t *testing.T) {
	m := telemetry.NewMetrics()
	for i := range 1000 {
		m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Status: 200, Debug: fmt.Sprint("order ", i)})
	}
	all := scrape(m)
	assert.Equal(t, 65, strings.Count(all, "croupier_requests_total{"), "series, of which one is for the 936 others")
	assert.Contains(t, all, `reason="other",status="200"} 936`)
}

// sources returns the state of a process whose brand is under maintenance if closed is true.
func sources(closed *bool) telemetry.Sources {
	circuit := func(class, state string, override bff.BreakerOverride) bff.CircuitState {
		return bff.CircuitState{Brand: "marmara", Upstream: "p", Class: class, State: state, Override: override}
	}
	busy := circuit("casino", "half-open", bff.OverrideAuto)
	busy.Active, busy.Waiting, busy.Limit, busy.ProbesAnswered, busy.ProbesFailed = 3, 2, 16, 1, 4
	busy.Failover = "standby.example"
	return telemetry.Sources{
		Circuits: func() []bff.CircuitState {
			return []bff.CircuitState{
				busy, circuit("user", "open", bff.OverrideAuto), circuit("finance", "open", bff.OverrideForcedClosed),
				circuit("crm", "closed", bff.OverrideForcedOpen),
			}
		},
		Cache: func() bff.CacheStats {
			return bff.CacheStats{Hits: 5, Stale: 2, StaleAge: 3 * time.Second, Entries: 7, Bytes: 9, SharedFailures: 1}
		},
		Maintenance: func() map[string]bool { return map[string]bool{"marmara": *closed} },
		Memory:      func() (uint64, bool) { return 2, true },
		Reloads:     func() (int, int, bool, time.Time) { return 2, 1, true, time.Unix(1700000000, 0) },
		Store:       func() (bool, int) { return false, 3 },
		Queued:      func() int { return 4 },
		Unrecorded:  func() uint64 { return 0 },
		Undelivered: func() uint64 { return 0 },
	}
}

func TestStateMetrics(t *testing.T) {
	m, closed := telemetry.NewMetrics(), false
	m.Watch(sources(&closed))
	mustContain(t, m,
		`croupier_breaker_state{brand="marmara",class="casino",upstream="p"} 1`,
		`croupier_breaker_state{brand="marmara",class="user",upstream="p"} 2`,
		`croupier_breaker_state{brand="marmara",class="finance",upstream="p"} 0`,
		`croupier_breaker_state{brand="marmara",class="crm",upstream="p"} 2`,
		`croupier_breaker_overridden{brand="marmara",class="crm",upstream="p"} 1`,
		`croupier_upstream_failover{brand="marmara",class="casino",upstream="p"} 1`,
		`croupier_upstream_failover{brand="marmara",class="crm",upstream="p"} 0`,
		`croupier_upstream_active{brand="marmara",class="casino",upstream="p"} 3`,
		`croupier_upstream_waiting{brand="marmara",class="casino",upstream="p"} 2`,
		`croupier_upstream_limit{brand="marmara",class="casino",upstream="p"} 16`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="answered",upstream="p"} 1`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="failed",upstream="p"} 4`,
		`croupier_cache_responses_total{state="hit"} 5`, `croupier_cache_stale_age_seconds_total 3`,
		`croupier_cache_entries 7`, `croupier_cache_bytes 9`,
		`croupier_cache_shared_lookups_total{outcome="failure"} 1`,
		`croupier_maintenance{brand="marmara"} 0`, `croupier_config_reloads_total{outcome="refused"} 1`,
		`croupier_store_memory_lost_total 2`, `croupier_store_mirrored 1`,
		`croupier_config_broken 1`, `croupier_config_applied_timestamp_seconds 1.7e+09`,
		`croupier_store_writable 0`, `croupier_store_unsaved_revocations 3`, `croupier_revocations_queued 4`,
	)
	closed = true
	mustContain(t, m, `croupier_maintenance{brand="marmara"} 1`)
	mustContain(t, telemetry.NewMetrics(), "# TYPE go_goroutines gauge") // without sources there is no state
}

// failing implements the store interfaces of the metrics and returns err.
type failing struct {
	bff.IdempotencyStore
	err error
}

func (f failing) Revoke(context.Context, string, time.Time, time.Time) error { return f.err }

func (f failing) Revoked(context.Context, ...string) ([]time.Time, error) { return nil, f.err }

func (f failing) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return f.err }

func (f failing) MarkUnknown(context.Context, bff.IdempotencyKey, *bff.Reason) error { return f.err }

func (f failing) Release(context.Context, bff.IdempotencyKey) error { return f.err }

func (f failing) Claim(context.Context, bff.IdempotencyKey, bff.Fingerprint) (*bff.Answer, error) {
	return nil, f.err
}

func TestStoreOperationsAreTimedAndFailuresCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{
		nil, context.Canceled, bff.ReasonAnonymous, errors.New("refused"),
		bff.ReasonUnavailable,
	} {
		r, index := m.Revocations(failing{err: err}), m.SessionIndex(failingIndex{err})
		_, revoked := r.Revoked(t.Context(), "k")
		entry, got := index.Get(t.Context(), "id")
		all, listed := index.List(t.Context(), "k")
		counts, counted := index.Count(t.Context(), []string{"k"})
		for _, got := range []error{
			revoked, r.Revoke(t.Context(), "k", time.Time{}, time.Time{}), got, listed, counted,
			index.Put(t.Context(), "k", "id", bff.IndexedSession{}), index.Delete(t.Context(), "k", "id"),
		} {
			assert.ErrorIs(t, got, err)
		}
		assert.Equal(t, "e map[id:[]] [3]", fmt.Sprintf("%s %v %v", entry, all, counts))
	}
	for store, operations := range map[string]string{
		"revocations":   "revoke revoked",
		"session_index": "put delete get list count",
	} {
		for operation := range strings.FieldsSeq(operations) {
			labels := `{operation="` + operation + `",store="` + store + `"}`
			mustContain(t, m, `croupier_store_seconds_count`+labels+` 5`, `croupier_store_errors_total`+labels+` 2`)
		}
	}
	assert.Nil(t, m.SharedCache(nil), "a store that is not there is timed")
}

func TestMoneyOutcomesAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	key := bff.IdempotencyKey{Brand: "marmara", Player: "p", Key: "k"}
	for _, err := range []error{
		nil, bff.ReasonDuplicate, bff.ReasonKeyReused,
		bff.OutcomeUnknown(bff.ReasonUpstreamTimeout), bff.ReasonUnavailable,
	} {
		_, got := m.IdempotencyStore(failing{err: err}).Claim(t.Context(), key, bff.Fingerprint{})
		assert.ErrorIs(t, got, err)
	}
	s := m.IdempotencyStore(failing{})
	assert.NoError(t, errors.Join(s.Finish(t.Context(), key, &bff.Answer{}),
		s.MarkUnknown(t.Context(), key, bff.ReasonInternal), s.Release(t.Context(), key)))
	for _, outcome := range []string{
		"sent", "in_flight", "reused", "still_unknown", "refused", "answered", "unknown",
		"released",
	} {
		mustContain(t, m, `croupier_money_total{brand="marmara",outcome="`+outcome+`"} 1`)
	}
	mustContain(t, m, `croupier_store_errors_total{operation="claim",store="idempotency"} 1`)
}

// fakeSessions are sessions that return err.
type fakeSessions struct {
	bff.Sessions
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
		for _, got := range []error{
			opened, nobody, user, begun, whole, fresh, s.End(t.Context(), held),
			s.EndAll(t.Context(), "marmara", "p"),
		} {
			assert.ErrorIs(t, got, err)
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
	after, ok := m.Limiter(denyAll{}).Allow(t.Context(), bff.LimitKey{Rule: bff.LimitMoney, Brand: "pera"})
	assert.True(t, !ok && after == time.Second, "%v %v", after, ok)
	mustContain(t, m, `croupier_rate_limited_total{brand="pera",rule="money"} 1`)
}

// failingIndex is a SessionIndex that fails.
type failingIndex struct{ err error }

func (b failingIndex) Put(context.Context, string, string, bff.IndexedSession) error { return b.err }

func (b failingIndex) Delete(context.Context, string, string) error { return b.err }

func (b failingIndex) Get(context.Context, string) ([]byte, error) { return []byte("e"), b.err }

func (b failingIndex) Count(context.Context, []string) ([]int, error) { return []int{3}, b.err }

func (b failingIndex) List(context.Context, string) (map[string][]byte, error) {
	return map[string][]byte{"id": nil}, b.err
}
