package gateway_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"croupier/bff"
)

func TestReadsThatAreSentOnceAreCompressed(t *testing.T) {
	for _, row := range []struct {
		name, call, accept, data, encoding string
	}{
		{"a list", "finance/list_transactions", "gzip, deflate, br", longList, "gzip"},
		{"a list to a client without encodings", "finance/list_transactions", "", longList, ""},
		{"a short answer", "finance/list_transactions", "gzip", `[]`, ""},
		{"a write", "user/update_profile", "gzip", longList, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.respond(bff.Answer{Result: true, Data: json.RawMessage(row.data), Code: 200})
			w := r.serve(r.request(api(row.call, "{}"), cookie("s"), header("Accept-Encoding", row.accept)))
			if got := w.Header().Get("Content-Encoding"); got != row.encoding {
				t.Fatalf("Content-Encoding %q, want %q: %d %.200s", got, row.encoding, w.Code, w.Body)
			}
			var body io.Reader = w.Body
			if row.encoding != "" {
				z, err := gzip.NewReader(body)
				if err != nil {
					t.Fatal(err)
				}
				body = z
			}
			var got envelope
			if err := json.NewDecoder(body).Decode(&got); err != nil || string(got.Data) != row.data {
				t.Errorf("%.60s, %v", got.Data, err)
			}
		})
	}
}

var longList = `["` + strings.Repeat("Boğaz Fırtınası ", 200) + `"]`
