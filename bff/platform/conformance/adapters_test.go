package conformance_test

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
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
	mapping, err := rest.Load(os.DirFS("../../../configs/mappings"), "fictional.yaml", calls)
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
		"mock":     envelopeAdapter(t, envelope.Settings{URL: transport.InProcessURL, Transport: transport.InProcess(casino(t, calls))}),
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
				t.Errorf("%[1]s: add to calls of configs/mappings/fictional.yaml\n  %[1]s:\n    method: GET\n    path: /v1/NAME\n    data: .body.items\n"+
					"and to resources of bff/test/halcyon/routes.go\n\t{pattern: \"GET /v1/NAME\", call: %[1]q, out: `list(.)`},", f.Call)
				continue
			}
			assert.Contains(t, []conformance.Outcome{conformance.Passed, conformance.Refused}, f.Outcome, "%s: %+v", name, f)
			key := f.Call + ": " + f.Check
			outcome := string(f.Outcome) + f.Detail
			assert.Equal(t, cmp.Or(outcomes[key], outcome), outcome, "%s: %s has another outcome than with another adapter", name, key)
			outcomes[key] = outcome
		}
		for _, c := range calls.Calls() {
			assert.True(t, c.Local || checked[c.Name()], "%s: %s was not sent", name, c.Name())
		}
	}
}
