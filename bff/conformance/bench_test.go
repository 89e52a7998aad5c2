package conformance_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/rest"
)

// recorded answers every request with one answer that was given before.
type recorded struct {
	header http.Header
	body   []byte
}

// RoundTrip gives the answer.
func (r recorded) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: r.header, Body: io.NopCloser(bytes.NewReader(r.body)), ContentLength: int64(len(r.body))}, nil
}

func record(h http.Handler, r *http.Request) recorded {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return recorded{header: http.Header{"Content-Type": {"application/json"}}, body: w.Body.Bytes()}
}

// BenchmarkMapping is what mapping costs: the same list of games through the envelope,
// which passes data on as it lies, and through the mapping, which makes it anew. The ratio
// is what matters.
func BenchmarkMapping(b *testing.B) {
	calls := catalogue(b)
	call, _ := calls.Lookup("casino", "games_list")
	request := func(limit string) *bff.UpstreamRequest {
		data := calls.Complete(call, map[string]any{"limit": json.Number(limit)}, "tr")
		return &bff.UpstreamRequest{Brand: brand(b), Call: call, Rules: call.Rules, Data: data, Lang: "tr"}
	}
	for _, limit := range []string{"1", "48"} {
		r := request(limit)
		straight, mapped := adapters(b, calls, limit)
		b.Run("games="+limit, func(b *testing.B) {
			var spent [2]time.Duration
			for b.Loop() {
				for i, up := range []bff.Upstream{straight, mapped} {
					began := time.Now()
					if a, err := up.Do(b.Context(), r); err != nil || !a.Result {
						b.Fatal(a, err)
					}
					spent[i] += time.Since(began)
				}
			}
			b.ReportMetric(float64(spent[1])/float64(spent[0]), "x_envelope")
			b.ReportMetric(float64(spent[1].Microseconds())/float64(b.N), "µs/mapped")
		})
	}
}

func adapters(b *testing.B, calls *contract.Catalogue, limit string) (straight, mapped bff.Upstream) {
	b.Helper()
	body := `{"api":{"class":"casino","method":"games_list"},"data":{"limit":` + limit + `}}`
	ask := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/endpoint/v1", bytes.NewReader([]byte(body)))
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("Panel", "frontend")
	ask.Header.Set("X-Site-Id", "889")
	straight = envelopeAt(b, envelope.Settings{URL: "http://platform.invalid/endpoint/v1", Transport: record(casino(b, calls), ask)})

	get := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/v1/slots/games?page_size="+limit, http.NoBody)
	get.Header.Set("X-Tenant", "889")
	mapping, err := rest.Load(os.DirFS("../../configs/mappings"), "fictional.yaml", calls)
	if err != nil {
		b.Fatal(err)
	}
	mapped, err = rest.New(rest.Settings{URL: "http://platform.invalid", Mapping: mapping, Transport: record(fictional(b, calls), get)})
	if err != nil {
		b.Fatal(err)
	}
	return straight, mapped
}
