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

// recorded is a RoundTripper that returns a recorded response.
type recorded struct {
	header http.Header
	body   []byte
}

// RoundTrip returns the response.
func (r recorded) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: r.header, Body: io.NopCloser(bytes.NewReader(r.body)), ContentLength: int64(len(r.body))}, nil
}

func record(h http.Handler, r *http.Request) recorded {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return recorded{header: http.Header{"Content-Type": {"application/json"}}, body: w.Body.Bytes()}
}

// BenchmarkMapping compares a list of games through the envelope adapter, which does not decode data,
// with the rest adapter, which converts it. The ratio matters, not the times.
func BenchmarkMapping(b *testing.B) {
	calls := catalogue(b)
	call, _ := calls.Lookup("casino", "games_list")
	request := func(limit string) *bff.UpstreamRequest {
		data := calls.Complete(call, map[string]any{"limit": json.Number(limit)}, "tr")
		return &bff.UpstreamRequest{Brand: brand(b), Call: call, Rules: call.Rules, Data: data, Lang: "tr"}
	}
	for _, limit := range []string{"1", "48"} {
		r := request(limit)
		direct, mapped := adapters(b, calls, limit)
		b.Run("games="+limit, func(b *testing.B) {
			var elapsed [2]time.Duration
			for b.Loop() {
				for i, up := range []bff.Upstream{direct, mapped} {
					start := time.Now()
					if a, err := up.Do(b.Context(), r); err != nil || !a.Result {
						b.Fatal(a, err)
					}
					elapsed[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(elapsed[1])/float64(elapsed[0]), "x_envelope")
			b.ReportMetric(float64(elapsed[1].Microseconds())/float64(b.N), "µs/mapped")
		})
	}
}

func adapters(b *testing.B, calls *contract.Catalogue, limit string) (direct, mapped bff.Upstream) {
	b.Helper()
	body := `{"api":{"class":"casino","method":"games_list"},"data":{"limit":` + limit + `}}`
	post := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/endpoint/v1", bytes.NewReader([]byte(body)))
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Panel", "frontend")
	post.Header.Set("X-Site-Id", "889")
	direct = envelopeAdapter(b, envelope.Settings{URL: "http://platform.invalid/endpoint/v1", Transport: record(casino(b, calls), post)})

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
	return direct, mapped
}
