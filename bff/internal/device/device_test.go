package device_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/device"
)

func TestParse(t *testing.T) {
	for _, row := range []struct{ agent, browser, system string }{
		{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 " +
			"Safari/537.36", "Chrome 131", "Windows"},
		{"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile " +
			"Safari/537.36", "Chrome 131", "Android"},
		{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
			"Version/17.5 Mobile/15E148 Safari/604.1", "Safari 17", "iOS"},
		{"", "", ""},
		{strings.Repeat("x", 200), "", ""},
	} {
		browser, system := device.Parse(row.agent)
		assert.Equal(t, [2]string{row.browser, row.system}, [2]string{browser, system}, row.agent)
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.77": "203.0.113.0/24", "::ffff:203.0.113.77": "203.0.113.0/24", "2001:db8:1:2::3": "2001:db8:1::/48",
	} {
		assert.Equal(t, want, device.Network(netip.MustParseAddr(address)), address)
	}
	assert.Equal(t, "", device.Network(netip.Addr{}), "no address")
}
