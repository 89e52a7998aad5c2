package gateway_test

import (
	"net/http"
	"testing"
)

// Visitors whose country is unknown are refused by brands that block countries, and by no others.
func TestUnknownCountriesAreRefusedWhereCountriesAreBlocked(t *testing.T) {
	for _, row := range []struct {
		name  string
		peer  string
		lines []string // of the country header
		want  string   // debug; empty: allowed
	}{
		{"an allowed country", "203.0.113.200:1", []string{"TR"}, ""},
		{"a blocked country", "203.0.113.200:1", []string{"KP"}, "region blocked"},
		{"in lower case", "203.0.113.200:1", []string{"kp"}, "region blocked"},
		{"no header", "203.0.113.200:1", nil, "region blocked"},
		{"an empty header", "203.0.113.200:1", []string{""}, "region blocked"},
		{"two lines", "203.0.113.200:1", []string{"TR", "KP"}, "region blocked"},
		{"two equal lines", "203.0.113.200:1", []string{"TR", "TR"}, "region blocked"},
		{"a list", "203.0.113.200:1", []string{"TR, KP"}, "region blocked"},
		{"a name", "203.0.113.200:1", []string{"Turkey"}, "region blocked"},
		{"unknown to the proxy", "203.0.113.200:1", []string{"XX"}, "region blocked"},
		{"from an untrusted hop", "198.51.100.1:1", []string{"TR"}, "region blocked"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			send := func() envelope {
				_, e := r.call(api("casino/provider_list", ""), func(req *http.Request) {
					req.RemoteAddr = row.peer
					req.Header["X-Country"] = row.lines
				})
				return e
			}
			if e := send(); e.Code != http.StatusOK {
				t.Errorf("without blocked countries: %d %s", e.Code, e.debug())
			}
			r.marmara().Blocked = map[string]bool{"KP": true}
			if e := send(); e.debug() != row.want || (e.Code == http.StatusForbidden) != (row.want != "") {
				t.Errorf("%d %q, want %q", e.Code, e.debug(), row.want)
			}
		})
	}
}
