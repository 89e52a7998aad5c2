package conformance_test

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/platform/conformance"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/rest"
	"croupier/bff/platform/transport"
	"croupier/bff/test/halcyon"
)

// modifyAnswers makes o.Upstream a mock that modifies its responses to one call or fails it.
func modifyAnswers(t *testing.T, o *conformance.Options, call string, modify func(*bff.Answer)) {
	t.Helper()
	mock := envelopeAdapter(t,
		envelope.Settings{URL: transport.InProcessURL, Transport: transport.InProcess(casino(t, o.Calls))})
	o.Upstream = bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := mock.Do(ctx, r)
		if err != nil || r.Call.Name() != call {
			return a, err
		}
		if modify == nil {
			return nil, bff.ReasonBadUpstreamAnswer
		}
		modify(a)
		return a, nil
	})
}

// replaced returns a function that replaces text in the data of a response.
func replaced(old, text string) func(*bff.Answer) {
	return func(a *bff.Answer) { a.Data = json.RawMessage(strings.ReplaceAll(string(a.Data), old, text)) }
}

func TestViolationsAreReported(t *testing.T) {
	calls := catalogue(t)
	for name, c := range map[string]struct {
		call, detail string
		modify       func(*bff.Answer)
	}{
		"an invalid shape": {"casino/games_list", "gameID", replaced(`"gameID"`, `"id"`)},
		"no pagination": {
			"casino/provider_list", "pagination present: false",
			func(a *bff.Answer) { a.Pagination = nil },
		},
		"pagination of another window": {
			"casino/games_list", "pagination has", func(a *bff.Answer) { a.Pagination.Offset = 7 },
		},
		"an ignored offset": {"user/login_history", "differ", func(a *bff.Answer) {
			var list []json.RawMessage
			assert.NoError(t, json.Unmarshal(a.Data, &list))
			for i := range list {
				list[i] = json.RawMessage(`{"created_at":"2026-01-0` + string(rune('1'+i%9)) +
					` 10:00:00","uip":"192.0.2.1","device":"desktop","success":true}`)
			}
			a.Data, _ = json.Marshal(list)
		}},
		"limits of no known kind": {bff.CallPlatformLimits, "$.limits", func(a *bff.Answer) {
			data := json.RawMessage(`{"kinds":[],"limits":[{"kind":"spins","period":"day","amount":1}]}`)
			*a = bff.Answer{Result: true, Code: 200, Data: data}
		}},
		"a failure": {"habanero/getJackpots", "502", nil},
		"a refusal without message": {
			"finance/check_balance", "without a message",
			func(a *bff.Answer) { *a = bff.Answer{Code: 400} },
		},
		"a login without a session": {"user/login", "no uid or no sid", replaced(`"sid":"`, `"sid":"","was":"`)},
		"an unknown message for a wrong password": {
			"user/login", "not classified as \"login failed\"",
			func(a *bff.Answer) {
				if !a.Result {
					a.Message = "no way"
				}
			},
		},
		"a session that does not end": {"user/get_user_profile", "not refused", func(a *bff.Answer) {
			if !a.Result {
				*a = bff.Answer{Result: true, Code: 200}
			}
		}},
		"a start of an unknown game": {"casino/init_game", "the unknown game", func(a *bff.Answer) {
			*a = bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"url":"/x"}`)}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, calls, nil)
			o.Brand.ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
			o.Unsupported = func(call *bff.Call) bool { // all other calls would only take time
				return call.Class != "user" && call.Name() != c.call
			}
			modifyAnswers(t, &o, c.call, c.modify)
			report, err := conformance.Run(t.Context(), o)
			require.NoError(t, err)
			assert.True(t, slices.ContainsFunc(report.Findings, func(f conformance.Finding) bool {
				return f.Outcome == conformance.Failed && f.Call == c.call && strings.Contains(f.Detail, c.detail)
			}), "violation not reported: %+v", report.Findings)
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
		"a guest": {
			"", true,
			func(r bff.Rules, _ string) bool { return r.Who == bff.WhoGuest && r.Kind == bff.KindRead },
		},
		"a player without writes": {"zengin", false, func(r bff.Rules, call string) bool {
			// The suite sends init_game with an unknown game, which changes nothing.
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
		require.NoError(t, err, name)
		assert.Zero(t, report.Count(conformance.Failed), "%s: %+v", name, report.Findings)
		assert.Equal(t, c.username == "", report.Count(conformance.Skipped) == 1, name)
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
	require.ErrorIs(t, err, context.Canceled)
	assert.LessOrEqual(t, len(report.Findings), 5)
}

func catalogue(t testing.TB) *contract.Catalogue {
	t.Helper()
	calls, err := contract.Load()
	require.NoError(t, err)
	return calls
}

func casino(t testing.TB, calls *contract.Catalogue) http.Handler {
	t.Helper()
	c, err := mock.New(mock.Options{Seed: 7, Contract: calls})
	require.NoError(t, err)
	return c
}

func serve(t testing.TB, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func brand(t testing.TB) *bff.Brand {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Istanbul")
	require.NoError(t, err)
	return &bff.Brand{ID: "marmara", SiteID: 889, SiteType: "desktop", Currency: "TRY", TimeZone: zone}
}

// restAdapter returns a rest adapter with the example mapping.
func restAdapter(t testing.TB, calls *contract.Catalogue, platform http.Handler) bff.Upstream {
	t.Helper()
	raw, err := os.ReadFile("../../../configs/mappings/fictional.yaml")
	require.NoError(t, err)
	mapping, err := rest.Parse("fictional.yaml", raw, calls)
	require.NoError(t, err)
	a, err := rest.New(rest.Settings{URL: serve(t, platform), Mapping: mapping})
	require.NoError(t, err)
	return a
}

func fictional(t testing.TB, calls *contract.Catalogue) http.Handler {
	t.Helper()
	h, err := halcyon.New(casino(t, calls))
	require.NoError(t, err)
	return h
}

func envelopeAdapter(t testing.TB, s envelope.Settings) bff.Upstream {
	t.Helper()
	a, err := envelope.New(s)
	require.NoError(t, err)
	return a
}

// upstreams returns the three adapters with equal casinos.
func upstreams(t *testing.T, calls *contract.Catalogue) map[string]bff.Upstream {
	t.Helper()
	return map[string]bff.Upstream{
		"mock": envelopeAdapter(t,
			envelope.Settings{URL: transport.InProcessURL, Transport: transport.InProcess(casino(t, calls))}),
		"envelope": envelopeAdapter(t, envelope.Settings{URL: serve(t, casino(t, calls)) + mock.EndpointPath}),
		"rest":     restAdapter(t, calls, fictional(t, calls)),
	}
}

func options(t testing.TB, calls *contract.Catalogue, up bff.Upstream) conformance.Options {
	t.Helper()
	return conformance.Options{
		Upstream: up, Calls: calls, Brand: brand(t), Visitor: netip.MustParseAddr("192.0.2.7"), Lang: "tr",
		Username: "zengin", Password: "Demo123", Writes: true,
	}
}

func TestAdaptersConform(t *testing.T) {
	calls := catalogue(t)
	outcomes := map[string]string{} // by adapter, call and check
	for name, up := range upstreams(t, calls) {
		report, err := conformance.Run(t.Context(), options(t, calls, up))
		require.NoError(t, err)
		checked := map[string]bool{}
		for _, f := range report.Findings {
			checked[f.Call] = true
			if strings.Contains(f.Detail, "has no mapping") {
				t.Errorf("%[1]s: add to calls of configs/mappings/fictional.yaml\n  %[1]s:\n    method: GET\n    "+
					"path: /v1/NAME\n    data: .body.items\n"+
					"and to resources of bff/test/halcyon/routes.go\n\t{pattern: \"GET /v1/NAME\", call: %[1]q, "+
					"out: `list(.)`},", f.Call)
				continue
			}
			assert.Contains(t, []conformance.Outcome{conformance.Passed, conformance.Refused}, f.Outcome, "%s: %+v",
				name, f)
			key := f.Call + ": " + f.Check
			outcome := string(f.Outcome) + f.Detail
			assert.Equal(t, cmp.Or(outcomes[key], outcome), outcome,
				"%s: %s has another outcome than with another adapter", name, key)
			outcomes[key] = outcome
		}
		for _, c := range calls.Calls() {
			assert.True(t, c.Local || checked[c.Name()], "%s: %s was not sent", name, c.Name())
		}
	}
}
