package testkit

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// HostileAddresses returns addresses that try to lead a player to another site or to a script. The site is held
// to the same ones (web/src/testing/hostileAddresses.ts).
func HostileAddresses(t testing.TB) []string {
	t.Helper()
	const file = "contracts/cases/addresses.json"
	raw, err := os.ReadFile("../../" + file)
	if errors.Is(err, fs.ErrNotExist) { // the packages of a group are a folder deeper
		raw, err = os.ReadFile("../../../" + file)
	}
	require.NoError(t, err)
	var parts struct{ Prefixes, Slashes, Hosts, Schemes, Profiles, Others []string }
	if err := json.Unmarshal(raw, &parts); err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, prefix := range parts.Prefixes {
		for j, slash := range parts.Slashes {
			hosts := parts.Hosts
			if i > 0 {
				at := (i*len(parts.Slashes) + j) % len(hosts)
				hosts = hosts[at : at+1]
			}
			for _, host := range hosts {
				out = append(out, prefix+slash+host)
			}
		}
	}
	out = append(out, parts.Schemes...)
	out = append(out, parts.Profiles...)
	out = append(out, parts.Others...)
	require.True(t, len(out) >= 500, "%d hostile addresses, want at least 500", len(out))
	return out
}

// strayPercent matches a percent sign that begins no escape; browsers take it as it is.
var strayPercent = regexp.MustCompile(`%([0-9A-Fa-f]?(?:[^0-9A-Fa-f]|$))`)

// asBrowsersRead drops what browsers drop from an address, and turns backslashes into slashes.
var asBrowsersRead = strings.NewReplacer("\t", "", "\r", "", "\n", "", `\`, "/")

// LeadsTo returns scheme and host of the page that a browser opens for an address on page, as scheme://host; for
// an address without a host its scheme with a colon. It is empty for an address that no browser follows.
func LeadsTo(page, address string) string {
	base, err := url.Parse(page)
	if err != nil {
		return ""
	}
	address = strings.TrimFunc(address, func(r rune) bool { return r <= ' ' })
	to, err := base.Parse(strayPercent.ReplaceAllString(asBrowsersRead.Replace(address), "%25$1"))
	switch {
	case err != nil:
		return ""
	case to.Host == "":
		return to.Scheme + ":"
	}
	return to.Scheme + "://" + to.Host
}
