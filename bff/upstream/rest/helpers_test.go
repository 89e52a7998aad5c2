package rest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

// loadMapping compiles a mapping file with the given text.
func loadMapping(t testing.TB, text string) *Mapping {
	t.Helper()
	m, err := Load(fstest.MapFS{"m.yaml": {Data: []byte(text)}}, "m.yaml", nil)
	require.NoError(t, err)
	return m
}

// adapterTo returns an adapter to url with the given mapping file.
func adapterTo(t testing.TB, url, text string) *Adapter {
	t.Helper()
	transport, err := transport.New(transport.Settings{URL: url})
	require.NoError(t, err)
	t.Cleanup(transport.CloseIdleConnections)
	a, err := New(Settings{URL: url, Mapping: loadMapping(t, text), Transport: transport})
	require.NoError(t, err)
	return a
}

func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// request returns a request of the call c/m with data from JSON.
func request(t testing.TB, kind bff.Kind, data string) *bff.UpstreamRequest {
	t.Helper()
	v, err := decode([]byte(data))
	require.NoError(t, err)
	fields, _ := v.(map[string]any)
	zone, err := time.LoadLocation("Europe/Istanbul")
	require.NoError(t, err)
	return &bff.UpstreamRequest{
		RequestID: "r1", Call: &bff.Call{Class: "c", Method: "m"}, Rules: bff.Rules{Kind: kind}, Lang: "tr", Data: fields,
		Brand: &bff.Brand{ID: "marmara", SiteID: 889, Currency: "TRY", TimeZone: zone},
	}
}

func text(t testing.TB, a *bff.Answer) string {
	t.Helper()
	raw, err := json.Marshal(a)
	require.NoError(t, err)
	return string(raw)
}
