package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// The gateway specs also pass with the mock in a separate process behind the envelope adapter.
func TestSpecsWithEnvelopeAdapter(t *testing.T) {
	parallel(t)
	mock := startMock(t)
	file := writeConfig(t, "", map[string]string{"images: [http://127.0.0.1:8090]": "images: [http://" + mock.Address + "]"})
	gateway := startServer(t, inFrontOf(mock.Address), t.TempDir(), "--config", file)
	marmara, zephyr, pera := visitor{gateway.Address, "localhost", ""}, visitor{
		gateway.Address, "zephyr.localhost",
		"",
	}, visitor{gateway.Address, "pera.localhost", ""}
	t.Run("the upstream gets identity and site ID and no cookies", func(t *testing.T) {
		zephyr.ok(t, zephyr.login(t, "", "demo", "Demo123"), "finance/check_balance", nil)
		type call struct {
			Method  string
			User    map[string]string
			Headers map[string][]string
		}
		var logged []call
		raw := control(t, e2e.NewClient(mock.Address, "", ""), "calls?limit=100", "")
		unmarshal(t, raw, &logged)
		// The server polls the maintenance status in the background.
		i := slices.IndexFunc(logged, func(c call) bool { return c.Method == "check_balance" })
		require.True(t, i >= 0, "the upstream received %s", raw)
		got := logged[i]
		assert.True(t, got.User["uip"] == "127.0.0.1" && got.User["sid"] != "" && !strings.Contains(got.User["sid"], "."),
			"the upstream received %+v", got)
		assert.True(t, !strings.Contains(string(raw), "croupier=") && got.Headers["Cookie"] == nil,
			"the upstream received the session cookie: %s", raw)
		site := got.Headers["X-Site-Id"]
		assert.True(t, len(site) == 1 && site[0] == "111", "X-Site-Id: %v", site)
	})
	t.Run("image URLs point to the upstream where the brand names it", func(t *testing.T) {
		assert.Contains(t, marmara.ok(t, "", "casino/games_list", map[string]any{"limit": 1}), "http://"+mock.Address+"/mock/art/",
			"games")
		assert.NotContains(t, pera.ok(t, "", "casino/games_list", map[string]any{"limit": 1}), mock.Address,
			"games of another brand")
	})
	runSpecs(t, gateway, mock, "gateway/*")
	// In particular, writes are sent once even over reused connections.
	for _, name := range []string{"guest-read", "write", "money", "session-expired", "hang"} {
		control(t, e2e.NewClient(mock.Address, "", ""), "reset", "{}")
		runSpecs(t, startServer(t, inFrontOf(mock.Address), t.TempDir()), mock, "faults/"+name)
	}
	t.Run("a stopped upstream is unavailable", func(t *testing.T) {
		err := mock.Stop()
		assert.NoError(t, err, "stop mock: %v\n%s", err, mock.Log())
		pera.want(t, "", "casino/provider_list", nil, http.StatusServiceUnavailable, "upstream unavailable")
	})
}
