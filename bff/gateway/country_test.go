package gateway

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestCountryIsReadFromTrustedProxiesOnly(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, row := range []struct {
		name, peer, header string
		values             []string
		want               string
	}{
		{"from a proxy", "10.0.0.1:1", "X-Country", []string{"TR"}, "TR"},
		{"in lower case", "10.0.0.1:1", "X-Country", []string{"tr"}, "TR"},
		{"from a visitor", "192.0.2.1:1", "X-Country", []string{"TR"}, ""},
		{"two values", "10.0.0.1:1", "X-Country", []string{"TR", "KP"}, ""},
		{"two equal values", "10.0.0.1:1", "X-Country", []string{"TR", "TR"}, ""},
		{"a list", "10.0.0.1:1", "X-Country", []string{"TR,KP"}, ""},
		{"a space", "10.0.0.1:1", "X-Country", []string{"TR "}, ""},
		{"look-alike letters", "10.0.0.1:1", "X-Country", []string{"ТR"}, ""},
		{"the proxy's unknown", "10.0.0.1:1", "X-Country", []string{"XX"}, ""},
		{"Tor", "10.0.0.1:1", "X-Country", []string{"T1"}, ""},
		{"not letters", "10.0.0.1:1", "X-Country", []string{"T1"}, ""},
		{"a name", "10.0.0.1:1", "X-Country", []string{"Turkey"}, ""},
		{"absent", "10.0.0.1:1", "X-Country", nil, ""},
		{"no header configured", "10.0.0.1:1", "", []string{"TR"}, ""},
	} {
		g := &gateway{Options: Options{TrustedProxies: trusted, CountryHeader: row.header}}
		hr := &http.Request{RemoteAddr: row.peer, Header: http.Header{"X-Country": row.values}}
		info := &requestInfo{}
		info.scope.Visitor, info.viaProxy = visitorAddress(hr, trusted)
		if got := g.country(hr, info); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
