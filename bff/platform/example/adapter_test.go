package example_test

import (
	"encoding/json"
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
	"croupier/bff/platform/example"
	inprocess "croupier/bff/platform/mock"
)

// rpc is a platform that speaks JSON-RPC: the mock behind another protocol.
func rpc(t *testing.T, calls *contract.Catalogue, casino bff.Upstream, brand *bff.Brand) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			ID, Method string
			Params     struct {
				Fields    map[string]any
				Lang, Key string
				Session   *struct{ Player, Token string }
			}
		}
		d := json.NewDecoder(r.Body)
		d.UseNumber()
		if err := d.Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		class, method, _ := strings.Cut(in.Method, ".")
		call, ok := calls.Lookup(class, method)
		if !ok {
			http.NotFound(w, r)
			return
		}
		out := &bff.UpstreamRequest{
			RequestID: in.ID, Brand: brand, Call: call, Rules: calls.Resolve(call, in.Params.Fields),
			Data: in.Params.Fields, Lang: in.Params.Lang, IdempotencyKey: in.Params.Key, Visitor: netip.MustParseAddr("192.0.2.7"),
		}
		if s := in.Params.Session; s != nil {
			out.Identity = &bff.Identity{UID: s.Player, SID: s.Token}
		}
		a, err := casino.Do(r.Context(), out)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		body := map[string]any{"jsonrpc": "2.0", "id": in.ID}
		if a.Result {
			body["result"] = map[string]any{"value": a.Data, "page": a.Pagination}
		} else {
			body["error"] = map[string]any{"code": a.Code, "message": a.Message}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(body) // the client has left
	}
}

func TestExampleConforms(t *testing.T) {
	calls, err := contract.Load()
	require.NoError(t, err)
	casino, err := mock.New(mock.Options{Seed: 7, Contract: calls})
	require.NoError(t, err)
	behind, err := envelope.New(envelope.Settings{URL: inprocess.URL, Transport: &inprocess.Transport{Handler: casino}})
	require.NoError(t, err)
	zone, err := time.LoadLocation("Europe/Istanbul")
	require.NoError(t, err)
	brand := &bff.Brand{ID: "example", SiteID: 889, SiteType: "desktop", Currency: "TRY", TimeZone: zone}
	platform := httptest.NewServer(rpc(t, calls, behind, brand))
	t.Cleanup(platform.Close)
	report, err := conformance.Run(t.Context(), conformance.Options{
		Upstream: &example.Adapter{URL: platform.URL, Transport: http.DefaultTransport},
		Calls:    calls, Brand: brand, Visitor: netip.MustParseAddr("192.0.2.7"), Lang: "tr",
		Username: "zengin", Password: "Demo123", Writes: true,
	})
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, report.Write(&text))
	assert.True(t, !report.Failed() && report.Count(conformance.Skipped) == 0, text.String())
}

// The guide says how short it is.
func TestExampleIsShort(t *testing.T) {
	raw, err := os.ReadFile("adapter.go")
	require.NoError(t, err)
	assert.Less(t, strings.Count(string(raw), "\n"), 100, "lines")
}
