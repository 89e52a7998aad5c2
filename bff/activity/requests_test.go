package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestRecordTellsWhatHappened(t *testing.T) {
	r := newRig(t, nil)
	r.visit("", "", bff.Observation{
		RequestID: "a", Method: "POST", Path: "/endpoint/v1", Brand: "marmara", Call: "finance/save_bank_transfer", Status: 503, Code: 503,
		Debug: "outcome unknown", Cache: bff.CacheBypass, Duration: 1500 * time.Millisecond, Upstream: 1400 * time.Millisecond,
		Err:          bff.OutcomeUnknown(bff.ReasonUnavailable).WithCause(fmt.Errorf("secret text of a platform: %w", syscall.ECONNRESET)),
		UpstreamName: "main", Attempts: 1, IdempotencyKey: "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001",
		Player: bff.Player{UID: "7", Username: "ayse", Email: "ayse@ornek.test"},
	})
	got, err := json.Marshal(r.find("a"))
	const want = `{"id":"a","at":"2026-01-02T03:04:05.006Z","instance":"one","method":"POST","path":"/endpoint/v1","brand":"marmara",` +
		`"call":"finance/save_bank_transfer","player":{"uid":"7","username":"ayse"},"status":503,"code":503,"debug":"outcome unknown","cache":"BYPASS",` +
		`"ms":1500,"upstream_ms":1400,"upstream":"main","attempts":1,"cause":"reset",` +
		`"money":{"key":"5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001","at":"2026-01-02T03:04:05.006Z","call":"finance/save_bank_transfer","outcome":"unknown","code":503,"debug":"outcome unknown"}}`
	assert.True(t, err == nil && string(got) == want, "got %s, %v\nwant %s", got, err, want)
}

func TestCauseAndOutcomeOfAMoneyCall(t *testing.T) {
	r := newRig(t, nil)
	refused := bff.ReasonUnavailable.WithCause(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}).WithDelivery(bff.DeliveryNotSent)
	for name, row := range map[string]struct {
		o       bff.Observation
		cause   bff.Cause
		outcome bff.MoneyOutcome
	}{
		"accepted":                    {bff.Observation{Result: true, Code: 200, Attempts: 1}, "", bff.MoneyExecuted},
		"refused by the platform":     {bff.Observation{Code: 400, Attempts: 1}, "", bff.MoneyRefused},
		"refused by a limit":          {bff.Observation{Code: 429, Err: bff.ReasonRateLimited}, bff.CauseRateLimited, bff.MoneyRefused},
		"no connection":               {bff.Observation{Code: 503, Attempts: 1, Err: refused}, bff.CauseRefused, bff.MoneyNotSent},
		"a store that is away":        {bff.Observation{Code: 503, Err: refused}, bff.CauseStore, bff.MoneyNotSent},
		"maintenance before the call": {bff.Observation{Code: 503, Err: bff.ReasonMaintenance}, bff.CauseMaintenance, bff.MoneyNotSent},
		"maintenance as the answer": {
			bff.Observation{Code: 503, Attempts: 1, Err: bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered)}, bff.CauseMaintenance, bff.MoneyRefused,
		},
		"an open breaker": {
			bff.Observation{Code: 503, Err: bff.ReasonUnavailable.WithCause(&bff.CauseError{Class: bff.CauseBreakerOpen, Err: errStore})},
			bff.CauseBreakerOpen, bff.MoneyNotSent,
		},
		"no answer in time": {
			bff.Observation{Code: 504, Attempts: 1, Debug: "outcome unknown", Err: bff.OutcomeUnknown(bff.ReasonUpstreamTimeout).WithCause(context.DeadlineExceeded)},
			bff.CauseTimeout, bff.MoneyUnknown,
		},
		"an unreadable answer": {
			bff.Observation{Code: 502, Attempts: 1, Debug: "outcome unknown", Err: bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
			bff.CauseBadAnswer, bff.MoneyUnknown,
		},
		"a repeat of an unknown one": {bff.Observation{Code: 503, Debug: "outcome unknown", Err: bff.OutcomeUnknown(bff.ReasonUnavailable)}, "", bff.MoneyUnknown},
		"a repeat of one in flight":  {bff.Observation{Code: 409, Debug: bff.ReasonDuplicate.Debug, Err: bff.ReasonDuplicate}, "", bff.MoneyInFlight},
		"a panic after it was sent":  {bff.Observation{Code: 500, Attempts: 1, Err: errors.New("panic")}, bff.CauseInternal, bff.MoneyUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			row.o.RequestID, row.o.Call, row.o.IdempotencyKey, row.o.Status = name, "finance/deposit", "key", row.o.Code
			r.visit("", "", row.o)
			got := r.find(name)
			assert.True(t, got.Cause == row.cause && got.Money.Outcome == row.outcome,
				"cause %q, outcome %q; want %q, %q", got.Cause, got.Money.Outcome, row.cause, row.outcome)
		})
	}
}

func TestRequestsAndPaymentsOfAPlayer(t *testing.T) {
	r := newRig(t, nil)
	ayse := bff.Player{UID: "7", Username: "ayse"}
	for i, o := range []bff.Observation{
		{Player: ayse},
		{Player: bff.Player{UID: "8"}},
		{Player: ayse, IdempotencyKey: "key"},
		{Player: ayse, Brand: "zephyr"},
		{Player: bff.Player{UID: "7", World: "w"}},
		{},
	} {
		o.RequestID, o.Call = fmt.Sprint(i), "user/logout"
		if o.Brand == "" {
			o.Brand = "marmara"
		}
		r.advance(time.Second)
		r.visit("", "", o)
	}
	ids := func(all []bff.RequestRecord, err error) string {
		noError(t, err)
		var out []string
		for _, one := range all {
			out = append(out, one.ID)
		}
		return strings.Join(out, " ")
	}
	for want, got := range map[string]string{
		"2 0": ids(r.PlayerRequests(t.Context(), "marmara", "7", 10)),
		"2":   ids(r.PlayerPayments(t.Context(), "marmara", "7", 10)),
		"4":   ids(r.PlayerRequests(t.Context(), "marmara", "w/7", 10)),
		"3":   ids(r.PlayerRequests(t.Context(), "zephyr", "7", 10)),
		"":    ids(r.PlayerRequests(t.Context(), "pera", "7", 10)),
	} {
		assert.Equal(t, want, got)
	}
	assert.Equal(t, "2", ids(r.PlayerRequests(t.Context(), "marmara", "7", 1)), "the latest")
}
