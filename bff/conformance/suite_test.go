package conformance_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/conformance"
	"croupier/bff/upstream/envelope"
	inprocess "croupier/bff/upstream/mock"
)

// modifyAnswers sets o.Upstream to a mock whose answers to one call are modified.
func modifyAnswers(t *testing.T, o *conformance.Options, call string, modify func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error)) {
	t.Helper()
	mock := envelopeAdapter(t, envelope.Settings{URL: inprocess.URL, Transport: &inprocess.Transport{Handler: casino(t, o.Calls)}})
	o.Upstream = bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := mock.Do(ctx, r)
		if err != nil || r.Call.Name() != call {
			return a, err
		}
		return modify(r, a)
	})
}

func TestViolationsAreReported(t *testing.T) {
	calls := catalogue(t)
	for name, c := range map[string]struct {
		call, detail string
		modify       func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error)
	}{
		"an invalid shape": {"casino/games_list", "gameID", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			a.Data = json.RawMessage(strings.ReplaceAll(string(a.Data), `"gameID"`, `"id"`))
			return a, nil
		}},
		"no pagination": {"casino/provider_list", "pagination present: false", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			a.Pagination = nil
			return a, nil
		}},
		"pagination of another window": {"casino/games_list", "pagination has", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			a.Pagination.Offset = 7
			return a, nil
		}},
		"an ignored offset": {"user/login_history", "differ", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			var list []json.RawMessage
			if err := json.Unmarshal(a.Data, &list); err != nil {
				return nil, err
			}
			for i := range list {
				list[i] = json.RawMessage(`{"created_at":"2026-01-0` + string(rune('1'+i%9)) + ` 10:00:00","uip":"192.0.2.1","device":"desktop","success":true}`)
			}
			var err error
			a.Data, err = json.Marshal(list)
			return a, err
		}},
		"limits of no known kind": {bff.CallPlatformLimits, "$.limits", func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error) {
			return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"kinds":[],"limits":[{"kind":"spins","period":"day","amount":1}]}`)}, nil
		}},
		"a failure": {"habanero/getJackpots", "502", func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error) {
			return nil, bff.ReasonBadUpstreamAnswer
		}},
		"a refusal without message": {"finance/check_balance", "without a message", func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error) {
			return &bff.Answer{Code: 400}, nil
		}},
		"a login without a session": {"user/login", "uid and sid", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			a.Data = json.RawMessage(strings.Replace(string(a.Data), `"sid":"`, `"sid":"","was":"`, 1))
			return a, nil
		}},
		"an unknown message for a wrong password": {"user/login", "not classified as \"login failed\"", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			if !a.Result {
				a.Message = "no way"
			}
			return a, nil
		}},
		"a session that does not end": {"user/get_user_profile", "not refused", func(_ *bff.UpstreamRequest, a *bff.Answer) (*bff.Answer, error) {
			if !a.Result {
				return &bff.Answer{Result: true, Code: 200}, nil
			}
			return a, nil
		}},
		"a start of an unknown game": {"casino/init_game", "the game is started", func(*bff.UpstreamRequest, *bff.Answer) (*bff.Answer, error) {
			return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"url":"/x"}`)}, nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, calls, nil)
			o.Brand.ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
			o.Unsupported = func(call *bff.Call) bool { // everything else would only take time
				return call.Class != "user" && call.Name() != c.call
			}
			modifyAnswers(t, &o, c.call, c.modify)
			report, err := conformance.Run(t.Context(), o)
			require.NoError(t, err)
			for _, f := range report.Findings {
				if f.Outcome == conformance.Failed && f.Call == c.call && strings.Contains(f.Detail, c.detail) {
					return
				}
			}
			var text strings.Builder
			_ = report.Write(&text)
			t.Errorf("violation not reported:\n%s", text.String())
		})
	}
}

func TestOnlyAllowedCallsAreSent(t *testing.T) {
	calls := catalogue(t)
	for name, c := range map[string]struct {
		username string
		writes   bool
		allowed  func(bff.Rules, string) bool
	}{
		"a guest": {"", true, func(r bff.Rules, _ string) bool { return r.Who == bff.WhoGuest && r.Kind == bff.KindRead }},
		"a player without writes": {"zengin", false, func(r bff.Rules, call string) bool {
			// init_game is sent with an unknown game, which changes nothing.
			return r.Kind == bff.KindRead || call == "user/login" || call == "user/logout" || call == "casino/init_game"
		}},
	} {
		o := options(t, calls, nil)
		modifyAnswers(t, &o, "", nil)
		o.Username, o.Writes = c.username, c.writes
		mock := o.Upstream
		o.Upstream = bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
			assert.True(t, c.allowed(r.Rules, r.Call.Name()), "%s sends %s", name, r.Call.Name())
			return mock.Do(ctx, r)
		})
		report, err := conformance.Run(t.Context(), o)
		assert.True(t, err == nil && report.Count(conformance.Failed) <= 0, "%s: %v, %+v", name, err, report.Findings)
		skipped := report.Count(conformance.Skipped)
		assert.Equal(t, c.username == "", skipped == 1, "%s: %d skipped", name, skipped)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	calls := catalogue(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t, calls, bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		cancel()
		return nil, bff.ReasonUnavailable
	}))
	report, err := conformance.Run(ctx, o)
	assert.True(t, errors.Is(err, context.Canceled) && len(report.Findings) <= 5,
		"%v after %d findings", err, len(report.Findings))
}
