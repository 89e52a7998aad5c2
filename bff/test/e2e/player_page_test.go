package e2e_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	cashierPath   = "/profile/deposit"
	paintedMethod = `href="/profile/deposit?method=`
	inlinedMethod = `methods_list`
)

func cookieOf(token string) map[string]string {
	return map[string]string{"Cookie": "croupier=" + token}
}

// assertPage checks the cashier's page of a session. owner is the player whose data the page must
// contain, or empty. A page without the responses of a slow machine is loaded again.
func (v visitor) assertPage(t *testing.T, when, token, owner string, hasMethods bool) {
	t.Helper()
	var page string
	eventually(t, when+": the page of "+owner, func() bool {
		status, h, body := v.get(t, cashierPath, cookieOf(token))
		assert.Equal(t, http.StatusOK, status, when)
		assert.Equal(t, "private, no-store", h.Get("Cache-Control"), when)
		assert.Empty(t, h.Get("Set-Cookie"), when)
		assert.Contains(t, body, "</html>", when)
		page = body
		hasOwner := owner == "" || strings.Contains(page, dataOf(owner))
		return hasOwner && (!hasMethods || strings.Contains(page, paintedMethod))
	})
	for _, player := range []string{"demo", "zengin"} {
		assert.Equal(t, player == owner, strings.Contains(page, dataOf(player)), "%s: data of %s", when, player)
	}
	assert.Equal(t, hasMethods, strings.Contains(page, paintedMethod), "%s: painted methods", when)
	assert.Equal(t, hasMethods, strings.Contains(page, inlinedMethod), "%s: inlined methods", when)
}

func dataOf(player string) string { return `"username":"` + player + `"` }

// A page of the account contains only the data of the player whose session requests it, as long as
// a call of the session would get the data.
func TestThePageOfAPlayerIsPrivate(t *testing.T) {
	parallel(t)
	g := startAlone(t, []string{"CROUPIER_UPSTREAMS_MOCK_CONTROL=true"})
	demo, zengin := g.login(t, "demo"), g.login(t, "zengin")
	var all sync.WaitGroup
	for range 10 {
		for token, other := range map[string]string{demo: "zengin", zengin: "demo"} {
			all.Go(func() {
				_, _, page := g.get(t, cashierPath, cookieOf(token))
				assert.NotContains(t, page, dataOf(other), "at the same time")
			})
		}
	}
	all.Wait()
	g.assertPage(t, "a player", demo, "demo", true)
	g.assertPage(t, "another player", zengin, "zengin", true)
	g.assertPage(t, "forged session", demo[:len(demo)-2]+"AA", "", false)
	visitor{g.Address, "zephyr.localhost", ""}.assertPage(t, "session of another brand", demo, "", false)

	for when, header := range map[string]map[string]string{
		"guest": nil, "prefetch": {"Cookie": "croupier=" + demo, "Sec-Purpose": "prefetch;prerender"},
	} {
		_, h, page := g.get(t, cashierPath, header)
		assert.False(t, strings.Contains(page, paintedMethod) || strings.Contains(page, `"player":`), "%s: data", when)
		assert.NotEqual(t, "private, no-store", h.Get("Cache-Control"), when)
	}
	before := received(t, g.client(), "user/get_user_profile")
	status, h, _, err := g.client().Do(http.MethodHead, cashierPath, nil, cookieOf(demo))
	require.NoError(t, err)
	assert.True(t, status == http.StatusOK && h.Get("Cache-Control") == "private, no-store", "HEAD: %d %v", status, h)
	assert.Equal(t, before, received(t, g.client(), "user/get_user_profile"), "HEAD reads for the player")

	runMaintenance(t, g.dir, "on", "--brand", "marmara", "--parts", "deposits")
	g.assertPage(t, "maintenance of deposits", demo, "demo", false)
	runMaintenance(t, g.dir, "off", "--brand", "marmara", "--parts", "deposits")
	g.assertPage(t, "after the maintenance", demo, "demo", true)

	g.ok(t, zengin, "limits/cool_off", map[string]any{"hours": 24})
	g.assertPage(t, "during a break", zengin, "zengin", false)
	g.ok(t, zengin, "limits/self_exclude", map[string]any{"months": 6})
	g.assertPage(t, "during a self-exclusion", zengin, "zengin", false)

	refreshed := g.call(t, demo, "user/refresh", nil).token
	require.NotEmpty(t, refreshed)
	g.assertPage(t, "replaced session", demo, "", false)
	g.assertPage(t, "new session", refreshed, "demo", true)
	g.logout(t, refreshed)
	g.assertPage(t, "after the logout", refreshed, "", false)
}

// The browser gets the start of a page at once and the rest without the responses of a slow
// platform.
func TestThePageOfAPlayerDoesNotWaitForTheRest(t *testing.T) {
	parallel(t)
	g := startAlone(t, []string{"CROUPIER_UPSTREAMS_MOCK_CONTROL=true"})
	token := g.login(t, "demo")
	control(t, g.client(), "scenario", `{"name":"slow"}`)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+g.Address+cashierPath, http.NoBody)
	require.NoError(t, err)
	r.Host = "localhost"
	r.Header.Set("Cookie", "croupier="+token)
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close() //nolint:errcheck // read to EOF
	head := make([]byte, 1000)
	_, err = io.ReadFull(resp.Body, head)
	require.NoError(t, err)
	first := time.Now()
	rest, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Greater(t, time.Since(first), 300*time.Millisecond, "the start of the page waited for the platform")
	assert.True(t, strings.HasSuffix(strings.TrimSpace(string(rest)), "</html>"), "the page is incomplete")
	assert.NotContains(t, string(rest), paintedMethod)
}
