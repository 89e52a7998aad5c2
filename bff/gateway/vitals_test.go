package gateway_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
)

const vitals = `{"route":"/slot","device":"phone","release":"0.1.0","metrics":{"lcp":{"value":1200,"component":"tile"},` +
	`"cls":{"value":0.01}},"games":[{"provider":"Lunar","ms":900},{"provider":"Lunar"}]}`

// newVitalsFixture returns a gateway that collects the counted reports.
func newVitalsFixture(t *testing.T) (*fixture, *[]bff.VitalsReport) {
	t.Helper()
	var counted []bff.VitalsReport
	r := newFixture(t, func(o *gateway.Options) {
		o.Vitals = func(_ context.Context, s *bff.Scope, report *bff.VitalsReport) {
			assert.Equal(t, "marmara", s.Brand.ID)
			counted = append(counted, *report)
		}
	})
	r.marmara().Vitals.Enabled = true
	return r, &counted
}

// postVitals sends a report as sendBeacon does.
func (r *fixture) postVitals(edits ...func(*http.Request)) *httptest.ResponseRecorder {
	request := newRequest(r.t, http.MethodPost, "/v1/vitals", vitals, header("Content-Type", "text/plain"))
	for _, edit := range edits {
		edit(request)
	}
	return r.serve(request)
}

// body replaces the body of a request.
func body(text string) func(*http.Request) {
	return func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	}
}

func TestVitalsAreCounted(t *testing.T) {
	r, counted := newVitalsFixture(t)
	for _, edit := range []func(*http.Request){
		header("Content-Type", "application/json"),
		header("Content-Type", "text/plain;charset=UTF-8"), // of sendBeacon
		header("Origin", "http://localhost"),
	} {
		w := r.postVitals(edit)
		assert.Equal(t, "204 ", text(w))
		assert.Empty(t, w.Header()["Set-Cookie"])
	}
	assert.Len(t, *counted, 3)
	report := (*counted)[0]
	assert.True(t, report.Metrics["lcp"] == bff.VitalsFigure{Value: 1200, Component: "tile"} &&
		*report.Games[0].MS == 900 && report.Games[1].MS == nil, "%+v", report)
}

func TestVitalsAreRefused(t *testing.T) {
	with := func(old, replacement string) func(*http.Request) {
		return body(strings.Replace(vitals, old, replacement, 1))
	}
	for _, row := range []struct {
		name   string
		edit   func(*http.Request)
		status int
		debug  string
		field  string
	}{
		{"a larger body", body(vitals + strings.Repeat(" ", 2<<10)), 413, "body too large", ""},
		{"not JSON", body("{"), 400, "bad request", ""},
		{"a list", body("[]"), 400, "invalid payload", ""},
		{"a repeated field", with(`"device"`, `"route":"/","device"`), 400, "bad request", ""},
		{"an unknown field", with(`"device"`, `"user":"demo","device"`), 400, "invalid payload", "user"},
		{"a name in another case", with(`"route"`, `"Route"`), 400, "invalid payload", "route"},
		{"an unknown metric", with(`"cls"`, `"fcp"`), 400, "invalid payload", "metrics.fcp"},
		{"an unknown device", with("phone", "fridge"), 400, "invalid payload", "device"},
		{"a negative time", with("1200", "-1"), 400, "invalid payload", "metrics.lcp.value"},
		{"a time above a minute", with("1200", "60001"), 400, "invalid payload", "metrics.lcp.value"},
		{"a huge number", with("1200", "1e99"), 400, "invalid payload", "metrics.lcp.value"},
		{"a component with markup", with("tile", "<b>"), 400, "invalid payload", "metrics.lcp.component"},
		{"a long component", with("tile", strings.Repeat("a", 61)), 400, "invalid payload", "metrics.lcp.component"},
		{"a release with spaces", with("0.1.0", "a b"), 400, "invalid payload", "release"},
		{"a long route", with("/slot", strings.Repeat("/a", 41)), 400, "invalid payload", "route"},
		{
			"nine games", with(`{"provider":"Lunar"}`, `{"provider":"Lunar"}`+strings.Repeat(`,{"provider":"L"}`, 7)),
			400, "invalid payload", "games",
		},
		{"a form", header("Content-Type", "multipart/form-data"), 415, "unsupported media type", ""},
		{"another site", header("Origin", "http://evil.example"), 403, "origin refused", ""},
		{"GET", method("GET"), 404, "unknown call", ""},
		{"another brand", host("zephyr.localhost"), 404, "unknown call", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, counted := newVitalsFixture(t)
			w := r.postVitals(row.edit)
			e := readEnvelope(t, w)
			assert.True(t, w.Code == row.status && e.debug() == row.debug, text(w))
			if row.field != "" {
				assert.Contains(t, text(w), `"field":"`+row.field+`"`)
			}
			assert.Empty(t, *counted)
			if row.name != "GET" {
				assert.Zero(t, r.observations[0].Code, "the log for staff would store the visitor")
			}
		})
	}
	r, _ := newVitalsFixture(t)
	r.limiter.denied[bff.LimitAddress] = 1
	assert.Equal(t, 429, r.postVitals().Code)
	delete(r.limiter.denied, bff.LimitAddress)
	r.marmara().Vitals.Enabled = false
	assert.Equal(t, 404, r.postVitals().Code)
}
