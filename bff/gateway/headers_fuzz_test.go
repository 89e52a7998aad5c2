package gateway

import (
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"croupier/bff/testkit"

	"croupier/bff"
)

// FuzzOrigin checks that accepted origins have the form of an origin of the brand.
func FuzzOrigin(f *testing.F) {
	testkit.AddCorpus(f)
	own := regexp.MustCompile(`(?i)^http://(localhost\.?|\[localhost\])(:[0-9]*)?$`)
	brand := &bff.Brand{Hosts: []string{"localhost"}}
	for _, origin := range []string{
		"http://localhost", "http://localhost:80", "http://LOCALHOST", "http://localhost.", "http://localhost:", "null", "",
		"http://localhost/", "http://localhost#", "http://localhost?", "http://a@localhost", "http://localhost:80:80", "http://localhost%00",
		"http://localhost\\.evil.example", "http://evil.example/http://localhost", "http://[localhost]", "//localhost", "HTTP://localhost",
	} {
		f.Add(origin, "localhost")
	}
	f.Fuzz(func(t *testing.T, origin, host string) {
		if isBrandOrigin(origin, "http", host, brand) && !own.MatchString(origin) {
			t.Errorf("%q was accepted as an origin of the brand", origin)
		}
	})
}

// FuzzVisitor checks that the headers of untrusted peers are ignored, and that those of trusted
// proxies yield an address from the trusted end of the header.
func FuzzVisitor(f *testing.F) {
	testkit.AddCorpus(f)
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Add("198.51.100.1", "203.0.113.5")
	f.Add("10.0.0.3, 198.51.100.1:80", "10.0.0.2,[2001:db8::1]:443")
	f.Add("unknown", "::ffff:10.0.0.1")
	f.Add(",,", " , ")
	f.Fuzz(func(t *testing.T, one, two string) {
		r := &http.Request{RemoteAddr: "192.0.2.1:1", Header: http.Header{"X-Forwarded-For": {one, two}}}
		if got, _ := visitorAddress(r, trusted); got != netip.MustParseAddr("192.0.2.1") {
			t.Fatalf("an untrusted peer set the address to %s", got)
		}
		r.RemoteAddr = "10.0.0.1:1"
		got, _ := visitorAddress(r, trusted)
		hops := strings.Split(one+","+two, ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop, ok := parseAddr(strings.TrimSpace(hops[i]))
			if ok && hop == got {
				return
			}
			if !ok || !trusted[0].Contains(hop) {
				break // entries before it are not trusted
			}
		}
		if got != netip.MustParseAddr("10.0.0.1") && !trusted[0].Contains(got) {
			t.Fatalf("%s is not in the trusted part of the header", got)
		}
	})
}
