package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// The test kills the server after each change by staff or the command. Maintenance must remain.
func TestMaintenanceSurvivesKill(t *testing.T) {
	parallel(t)
	g := startAlone(t, nil)
	dir := g.dir
	want := func(when, host string, isOpen bool, notice string) {
		open, message := siteState(t, g.Address, host)
		assert.True(t, open == isOpen && message == notice, "%s, %s: open %v, %q", when, host, open, message)
	}
	viewer := staffLogin(t, g.visitor, "izleyici")
	viewer.must(t, http.MethodPut, "/maintenance/marmara", `{"on":true}`, http.StatusForbidden, nil)
	want("after the request of a viewer", "localhost", true, "")
	// The hosts of all brands serve the staff API.
	support := staffLogin(t, visitor{g.Address, "zephyr.localhost", ""}, "destek")
	support.must(t, http.MethodPut, "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakımdayız"}}`, http.StatusOK,
		nil)
	a := g.call(t, "", "casino/provider_list", nil)
	require.Equal(t, http.StatusServiceUnavailable, a.status, a.raw)
	var found struct{ Brand, Call, Debug string }
	support.get(t, "/requests/"+a.header.Get("X-Request-Id"), &found)
	assert.Equal(t, struct{ Brand, Call, Debug string }{"marmara", "casino/provider_list", "maintenance"}, found)

	g.restart(t)
	want("declared by staff", "localhost", false, "Bakımdayız")
	want("declared by staff", "zephyr.localhost", true, "")
	_, windows, _ := strings.Cut(runMaintenance(t, dir, "schedule", "--brand", "marmara", "--from", "2h", "--until",
		"1h",
		"--message-tr", "Gece"), "WHY")
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	g.restart(t)
	want("with a scheduled window", "localhost", false, "Bakımdayız")
	runMaintenance(t, dir, "extend", id, "--until", "2199-01-01T00:00:00Z")
	runMaintenance(t, dir, "off", "--brand", "marmara")
	g.restart(t)
	want("ended, with a scheduled window", "localhost", true, "")
	out := runMaintenance(t, dir, "status", "--brand", "marmara")
	assert.True(t, strings.Contains(out, id) && strings.Contains(out, "scheduled") &&
		strings.Contains(out, "2199-01-01T00:00:00Z"),
		"after kill -9:\n%s", out)
	runMaintenance(t, dir, "link", "--brand", "pera")

	kill(t, g.Process) // its address file is stale
	runMaintenance(t, dir, "on", "--all")
	g.start(t)
	for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
		want("declared while the server was stopped", host, false, "This site is under maintenance")
	}
	runMaintenance(t, dir, "off", "--all")
	want("ended while the server runs", "pera.localhost", true, "")

	// The audit log contains every change, newest first, including changes without a server.
	var told []string
	var before, after []struct{ State, By string }
	for _, e := range staffLogin(t, g.visitor, "izleyici").audit(t, "?limit=50") {
		assert.Equal(t, "done", e.Outcome)
		assert.NotContains(t, string(e.After), "bypass=")
		if e.Action == "login" {
			continue
		}
		told = append(told, strings.Join([]string{strings.Fields(e.Who)[0], e.Action, e.Subject}, " "))
		if e.Who == "destek" {
			unmarshal(t, e.Before, &before)
			unmarshal(t, e.After, &after)
		}
	}
	assert.Equal(t, []string{
		"command maintenance *", "command maintenance *", "command bypass link pera", "command maintenance marmara",
		"command maintenance window marmara/" + id, "command maintenance window marmara", "destek maintenance marmara",
	}, told)
	require.True(t, len(before) == 1 && len(after) == 1, "before %+v, after %+v", before, after)
	assert.Equal(t, "open, maintenance by destek", before[0].State+", "+after[0].State+" by "+after[0].By)
}

// Maintenance of some calls, a bypass link and the event streams, in one running server.
func TestMaintenanceOfARunningServer(t *testing.T) {
	parallel(t)
	g := startAlone(t, nil)
	p, dir := g.Process, g.dir
	const open, closed = "200", "503 maintenance"
	want := func(when string, header map[string]string, host, want string, calls ...string) {
		for _, call := range calls {
			got := visitor{p.Address, host, ""}.callWith(t, call, nil, header)
			assert.Equal(t, want, got.String(), "%s, %s at %s", when, call, host)
		}
	}
	page, console := g.events(t, ""), staffLogin(t, g.visitor, "izleyici").events(t).Lines
	require.Equal(t, `{"result":true}`, page.WaitFor("maintenance"), "initial state")
	runMaintenance(t, dir, "on", "--brand", "marmara", "--parts", "live,deposits", "--message-tr", "Masalar kapalı")
	want("a part", nil, "localhost", "503 part under maintenance", "livecasino/provider_list")
	want("a part", nil, "localhost", open, "casino/provider_list", "maintenance/check_status")
	isOpen, _ := siteState(t, p.Address, "localhost")
	assert.True(t, isOpen, "the whole brand is in maintenance")
	for console.Scan() && console.Text() != "event: maintenance" {
		continue
	}
	assert.NoError(t, console.Err(), "the stream of staff ended without an event")

	runMaintenance(t, dir, "on", "--all")
	state := page.WaitFor("maintenance")
	const parts = `{"result":true,"parts":[{"part":"deposits","message":"Masalar kapalı","until":null},{"part":"live","message":"Masalar kapalı","until":null}]}`
	assert.Equal(t, parts, state, "event")
	for strings.HasPrefix(state, `{"result":true`) {
		state = page.WaitFor("maintenance")
	}
	assert.Equal(t, `{"result":false,"message":"This site is under maintenance","until":null}`, state, "event")
	link, _, _ := strings.Cut(runMaintenance(t, dir, "link", "--brand", "marmara"), "\n")
	_, query, _ := strings.Cut(link, "?")
	tester := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := tester.Get("http://" + p.Address + "/?" + query)
	require.NoError(t, err)
	_ = resp.Body.Close()
	require.True(t, resp.StatusCode == http.StatusSeeOther && len(resp.Cookies()) == 1,
		"%s: %d %v", link, resp.StatusCode, resp.Cookies())
	cookie := map[string]string{"Cookie": resp.Cookies()[0].Name + "=" + resp.Cookies()[0].Value}
	const status = "maintenance/check_status"
	want("with the bypass", cookie, "localhost", open, "casino/provider_list", status)
	_, _, state = g.get(t, "/v1/check-maintenance", cookie)
	assert.Equal(t, `{"result":true}`, state, "with the bypass")
	forged := map[string]string{"Cookie": cookie["Cookie"] + "x"}
	for when, header := range map[string]map[string]string{"without the bypass": nil, "a forged bypass": forged} {
		want(when, header, "localhost", closed, "casino/provider_list")
		want(when, header, "localhost", "200 maintenance", status)
	}
	want("with the bypass of another brand", cookie, "zephyr.localhost", closed, "casino/provider_list")
	runMaintenance(t, dir, "on", "--all", "--bypass", "127.0.0.0/8")
	want("with a bypass by address", nil, "localhost", open, "casino/provider_list")
	runMaintenance(t, dir, "off", "--all")
	for state != parts {
		state = page.WaitFor("maintenance")
		require.NotEqual(t, "", state, "the stream ended before the event")
	}
	runMaintenance(t, dir, "off", "--brand", "marmara", "--parts", "live,deposits")
	for state != `{"result":true}` {
		state = page.WaitFor("maintenance")
		require.NotEqual(t, "", state, "the stream ended before the event")
	}

	// When a scenario of the built-in mock ends, its detected maintenance ends too.
	client := g.client()
	call := func() string {
		return g.call(t, "", "user/forgot", map[string]any{"email": "demo@marmara.test"}).String()
	}
	for _, reset := range [][2]string{
		{"scenario", `{"name":"happy"}`}, {"scenario", `{"name":"happy","brand":"marmara"}`}, {"reset", `{}`},
	} {
		control(t, client, "scenario", `{"name":"maintenance","brand":"marmara"}`)
		require.Equal(t, closed, call(), "call during maintenance")
		isOpen, _ = siteState(t, p.Address, "localhost")
		require.False(t, isOpen, "maintenance was not detected")
		control(t, client, reset[0], reset[1])
		isOpen, _ = siteState(t, p.Address, "localhost")
		assert.True(t, isOpen, "%s %s: still in maintenance", reset[0], reset[1])
	}
	runMaintenance(t, dir, "on", "--brand", "marmara")
	control(t, client, "scenario", `{"name":"happy"}`)
	isOpen, _ = siteState(t, p.Address, "localhost")
	assert.True(t, !isOpen && call() == closed, "declared maintenance ended with a scenario")
	require.NoError(t, p.Stop())
	for page.WaitFor("maintenance") != "" { // the stream ends with the server
		continue
	}
}

// window makes a request of maintenance windows and decodes the window.
func (c staffClient) window(t *testing.T, ifMatch, method, path, body string, want int) (w bff.MaintenanceWindow) {
	status, raw := c.do(t, method, "/maintenance/"+path, body, ifMatch)
	require.Equal(t, want, status, "%s %s: %d %s", method, path, status, raw)
	if status/100 == 2 {
		unmarshal(t, raw, &w)
	}
	return w
}

// A bypass link of one instance is valid on every instance until another one revokes it.
func TestBypassLinkIsRevokedOnEveryInstance(t *testing.T) {
	d := pair(t)
	here := d.staff(t, 0, "destek")
	there := d.staff(t, 1, "yonetici")
	page := d.visitorAt(1).events(t, "")
	require.Equal(t, `{"result":true}`, page.WaitFor("maintenance"), "initial state")
	w := here.window(t, "", http.MethodPost, d.brand+"/windows", `{"message":{"tr":"Bakımdayız"}}`, http.StatusCreated)
	assert.Equal(t, `{"result":false,"message":"Bakımdayız","until":null}`, page.WaitFor("maintenance"))
	var link struct{ ID, URL, By string }
	here.must(t, http.MethodPost, "/maintenance/"+d.brand+"/bypass-links", "", http.StatusCreated, &link)
	assert.Equal(t, "destek", link.By)
	_, token, _ := strings.Cut(link.URL, "bypass=")
	enters := func(i int) bool {
		header := map[string]string{"Cookie": "croupier-pass=" + token}
		return d.visitorAt(i).callWith(t, "casino/provider_list", nil, header).status == http.StatusOK
	}
	for i := range d.instances {
		eventually(t, "the link on every instance", func() bool { return enters(i) })
	}
	raw := there.get(t, "/maintenance/"+d.brand+"/bypass-links", nil)
	assert.Contains(t, raw, `"by":"destek"`)
	assert.NotContains(t, raw, "bypass=")
	dump := d.redisDo(t, "HGETALL", "croupier:records:maintenance")
	id, secret, _ := strings.Cut(token, ".")
	assert.Contains(t, dump, id)
	assert.NotContains(t, dump, secret)
	revoked := time.Now()
	there.must(t, http.MethodDelete, "/maintenance/"+d.brand+"/bypass-links/"+link.ID, "", http.StatusOK, nil)
	for i := range d.instances {
		eventually(t, "the end of the link", func() bool { return !enters(i) })
	}
	assert.LessOrEqual(t, time.Since(revoked), 2*time.Second, "the end of the link")

	// A window outlives the instance that acknowledged it. A change must name the current version.
	kill(t, d.instances[0])
	open, message := siteState(t, d.instances[1].Address, d.host)
	assert.True(t, !open && message == "Bakımdayız", "on the other instance: open %v, %q", open, message)
	path := d.brand + "/windows/" + w.ID
	there.window(t, "", http.MethodPatch, path, `{"why":"two"}`, http.StatusPreconditionRequired)
	there.window(t, `"1"`, http.MethodPatch, path, `{"why":"two"}`, http.StatusOK)
	there.window(t, `"1"`, http.MethodPatch, path, `{"why":"three"}`, http.StatusPreconditionFailed)
	d.startAgain(t, 0)
	got := there.window(t, "", http.MethodPost, path+"/end", "", http.StatusOK)
	assert.True(t, got.Ended != nil && got.Ended.By == "yonetici" && got.Version == 3, "ended: %+v", got)
	for i := range d.instances {
		eventually(t, "the end on every instance",
			func() bool { open, _ := siteState(t, d.instances[i].Address, d.host); return open })
	}
}
