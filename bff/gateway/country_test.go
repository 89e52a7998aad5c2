package gateway

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestOnlyATrustedProxyTellsTheCountry(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, row := range []struct {
		name, peer, header string
		told               []string
		want               string
	}{
		{"a proxy", "10.0.0.1:1", "X-Country", []string{"TR"}, "TR"},
		{"in small letters", "10.0.0.1:1", "X-Country", []string{"tr"}, "TR"},
		{"a stranger", "192.0.2.1:1", "X-Country", []string{"TR"}, ""},
		{"twice", "10.0.0.1:1", "X-Country", []string{"TR", "KP"}, ""},
		{"no code", "10.0.0.1:1", "X-Country", []string{"T1"}, ""},
		{"a name", "10.0.0.1:1", "X-Country", []string{"Turkey"}, ""},
		{"nothing", "10.0.0.1:1", "X-Country", nil, ""},
		{"where no header is named", "10.0.0.1:1", "", []string{"TR"}, ""},
	} {
		g := &gateway{Options: Options{TrustedProxies: trusted, CountryHeader: row.header}}
		r := &http.Request{RemoteAddr: row.peer, Header: http.Header{"X-Country": row.told}}
		if got := g.country(r); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
