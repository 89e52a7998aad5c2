package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

func TestStaffCommandWithRunningAndStoppedServer(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	p := startDemo(t, dir)
	if got := runStaff(t, dir, nil, "Uzun bir parola\n", "add", "ayse", "--role", "support", "--password-file",
		"-"); strings.Contains(got, "password") {
		t.Errorf("the given password is printed: %s", got)
	}
	if got := runStaff(t, dir, nil, "", "list"); !strings.Contains(got, "ayse") || strings.Contains(got, "argon2") {
		t.Errorf("list: %s", got)
	}
	at := visitor{p.Address, "localhost", ""}
	ayse, viewer := staffLogin(t, at, "ayse", "Uzun bir parola"), staffLogin(t, at, "izleyici", "Izleyici123!")
	stream := ayse.events(t).Lines

	runStaff(t, dir, nil, "", "disable", "ayse")
	disabled := time.Now()
	ayse.must(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	for stream.Scan() {
		assert.Equal(t, "", stream.Text(), "event for a disabled account")
	}
	took := time.Since(disabled)
	assert.True(t, took <= heartbeatMargin, "the stream ended after %s", took)
	all := viewer.audit(t, "")
	e := all[0]
	assert.True(t, e.Action == "account disabled" && e.Subject == "ayse" && e.Outcome == "done" && strings.HasPrefix(e.Who, "command line") && strings.Contains(string(e.Before), `"disabled":false`) && strings.Contains(string(e.After), `"disabled":true`),
		"audit entry %+v\nbefore %s\nafter %s", e, e.Before, e.After)
	e = all[len(all)-1]
	assert.True(t, e.Action == "account added" && e.Subject == "ayse" && !strings.Contains(string(e.After), "argon2"),
		"audit entry %+v\nafter %s", e, e.After)

	kill(t, p) // leaves a stale address file
	got := runStaff(t, dir, nil, "", "add", "veli", "--role", "viewer")
	password, ok := strings.CutPrefix(strings.TrimSpace(got), "password ")
	require.True(t, ok, "add with stopped server: %s", got)
	at.address = startDemo(t, dir).Address
	e = staffLogin(t, at, "veli", password).audit(t, "?limit=2")[1]
	assert.True(t, e.Action == "account added" && e.Subject == "veli", "audit entry %+v", e)
}

// Requests of the admin commands need the token of the data folder, for accounts and for maintenance.
func TestStaffAdminRequestsNeedToken(t *testing.T) {
	parallel(t)
	for path, body := range map[string]string{
		"/staff":       `{"do":"disable","account":{"name":"destek"}}`,
		"/maintenance": `{"do":"set","brand":"*","notice":{}}`,
	} {
		for _, token := range []string{"", "Bearer ", "Bearer wrong"} {
			status, _, raw, err := e2e.NewClient(server.Admin, "127.0.0.1", "").Do(http.MethodPost, path, []byte(body),
				map[string]string{"Authorization": token})
			assert.True(t, err == nil && status == http.StatusForbidden, "%s with %q: %d %v %s", path, token, status, err, raw)
		}
	}
	staffLogin(t, visitor{server.Address, "localhost", ""}, "destek", "Destek123!")
	open, _ := siteState(t, server.Address, "localhost")
	assert.True(t, open, "a request without token started maintenance")
}

func TestInstancesShareStaff(t *testing.T) {
	d := pair(t)
	b := d.instances[1].Address
	me := func(c staffClient) int {
		t.Helper()
		status, _ := c.do(t, http.MethodGet, "/me", "")
		return status
	}
	d.addAccount(t, "gecici", "support", "Uzun bir parola")
	d.addAccount(t, "kilitli", "viewer", "Uzun bir parola")
	support, viewer := staffLogin(t, d.visitorAt(0), "gecici", "Uzun bir parola"), d.staff(t, 0, "izleyici")
	require.True(t, me(support) == http.StatusOK && me(support.withAddress(b)) == http.StatusOK,
		"a login is not valid on the other instance")
	support.withAddress(b).must(t, http.MethodPut, "/maintenance/pera", `{"on":false}`, http.StatusOK, nil)
	for name, c := range map[string]staffClient{"first": viewer, "second": viewer.withAddress(b)} {
		e := c.audit(t, "?limit=1")[0]
		assert.True(t, e.Who == "gecici" && e.Action == "maintenance" && e.Subject == "pera" && e.Outcome == "done",
			"audit entry on the %s instance: %+v", name, e)
	}
	viewer.must(t, http.MethodPost, "/logout", "", http.StatusOK, nil)
	assert.True(t, me(viewer) == http.StatusUnauthorized && me(viewer.withAddress(b)) == http.StatusUnauthorized,
		"a login is valid after logout")

	stream := support.events(t).Lines
	// The data directory has no server. The command reaches both instances by Redis.
	runStaff(t, t.TempDir(), []string{"CROUPIER_REDIS_URL=" + d.redis.URL()}, "", "disable", "gecici")
	disabled := time.Now()
	assert.True(t, me(support) == http.StatusUnauthorized && me(support.withAddress(b)) == http.StatusUnauthorized,
		"a disabled account is still logged in")
	for stream.Scan() { // until it ends
	}
	took := time.Since(disabled)
	assert.True(t, took <= heartbeatMargin, "the stream ended after %s", took)

	for i := range 7 {
		want := http.StatusUnauthorized
		if i >= 5 {
			want = http.StatusTooManyRequests
		}
		c := staffClient{d.visitorAt(i % 2).client(), d.brand}
		c.must(t, http.MethodPost, "/login", `{"username":"kilitli","password":"Wrong123!"}`, want, nil)
	}
	viewer = d.staff(t, 1, "izleyici")
	refusals := func() (entries []string) {
		for _, e := range viewer.audit(t, "?who=kilitli") {
			if e.Outcome == "refused" {
				entries = append(entries, e.From+" "+string(e.After))
			}
		}
		return entries
	}
	eventually(t, "two entries of refused logins", func() bool { return len(refusals()) >= 2 })
	got := strings.Join(refusals(), "\n")
	assert.Equal(t, `127.0.0.1 {"reason":"too many attempts"}`+"\n"+`127.0.0.1 {"reason":"wrong password"}`, got,
		"audit entries of refused logins:\n%s", got)
}
