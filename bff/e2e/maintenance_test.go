package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// Staff and the command declare maintenance, and the server is killed after each of them.
func TestMaintenanceSurvivesKill(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	p := startDemo(t, dir)
	restart := func() {
		t.Helper()
		kill(t, p)
		p = startDemo(t, dir)
	}
	want := func(when, host string, isOpen bool, notice string) {
		t.Helper()
		open, message := siteState(t, p.Address, host)
		assert.True(t, open == isOpen && message == notice, "%s, %s: open %v, %q", when, host, open, message)
	}
	viewer := staffLogin(t, visitor{p.Address, "localhost", ""}, "izleyici", "Izleyici123!")
	viewer.must(t, http.MethodPut, "/maintenance/marmara", `{"on":true}`, http.StatusForbidden, nil)
	want("after the request of a viewer", "localhost", true, "")
	// The staff API is served on the hosts of all brands.
	support := staffLogin(t, visitor{p.Address, "zephyr.localhost", ""}, "destek", "Destek123!")
	support.must(t, http.MethodPut, "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakımdayız"}}`, http.StatusOK, nil)
	status, header, raw, err := e2e.NewClient(p.Address, "localhost", "").Call("casino/provider_list", nil, nil)
	require.True(t, err == nil && status == http.StatusServiceUnavailable, "player call: %d %v %s", status, err, raw)
	var found struct{ Brand, Call, Debug string }
	support.must(t, http.MethodGet, "/requests/"+header.Get("X-Request-Id"), "", http.StatusOK, &found)
	assert.True(t, found.Brand == "marmara" && found.Call == "casino/provider_list" && found.Debug == "maintenance",
		"request log of the player call: %+v", found)

	restart()
	want("declared by staff", "localhost", false, "Bakımdayız")
	want("declared by staff", "zephyr.localhost", true, "")
	_, windows, _ := strings.Cut(runMaintenance(t, dir, "schedule", "--brand", "marmara", "--from", "2h", "--until", "1h",
		"--message-tr", "Gece"), "WHY")
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	restart()
	want("with a scheduled window", "localhost", false, "Bakımdayız")
	runMaintenance(t, dir, "extend", id, "--until", "2199-01-01T00:00:00Z")
	runMaintenance(t, dir, "off", "--brand", "marmara")
	restart()
	want("ended, with a scheduled window", "localhost", true, "")
	out := runMaintenance(t, dir, "status", "--brand", "marmara")
	assert.True(t, strings.Contains(out, id) && strings.Contains(out, "scheduled") && strings.Contains(out, "2199-01-01T00:00:00Z"),
		"after kill -9:\n%s", out)
	runMaintenance(t, dir, "link", "--brand", "pera")

	kill(t, p) // its address file is stale
	runMaintenance(t, dir, "on", "--all")
	p = startDemo(t, dir)
	for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
		want("declared while the server was stopped", host, false, "This site is under maintenance")
	}
	runMaintenance(t, dir, "off", "--all")
	want("ended while the server runs", "pera.localhost", true, "")

	// The audit log has every change, newest first, also those without a server.
	var told []string
	var before, after []struct{ State, By string }
	for _, e := range staffLogin(t, visitor{p.Address, "localhost", ""}, "izleyici", "Izleyici123!").audit(t, "?limit=50") {
		assert.True(t, e.Outcome == "done" && !strings.Contains(string(e.After), "bypass="),
			"audit entry %+v, after %s", e, e.After)
		if e.Action != "login" {
			told = append(told, strings.Join([]string{strings.Fields(e.Who)[0], e.Action, e.Subject}, " "))
		}
		if e.Action != "login" && e.Who == "destek" {
			unmarshal(t, e.Before, &before)
			unmarshal(t, e.After, &after)
		}
	}
	wanted := "command maintenance *, command maintenance *, command bypass link pera, command maintenance marmara, command maintenance window marmara/" +
		id + ", command maintenance window marmara, destek maintenance marmara"
	got := strings.Join(told, ", ")
	assert.True(t, got == wanted && len(before) == 1 && before[0].State == "open" && len(after) == 1 && after[0].State == "maintenance" && after[0].By == "destek",
		"audit log: %s, before %+v, after %+v", got, before, after)
}

// Maintenance of some calls, a bypass link and the event streams, in one running server.
func TestMaintenanceOfARunningServer(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	p := startDemo(t, dir)
	marmara := visitor{p.Address, "localhost", ""}
	want := func(when string, header map[string]string, host string, statuses map[string]int) {
		t.Helper()
		for call, want := range statuses {
			status, a := mustCall(t, e2e.NewClient(p.Address, host, ""), call, nil, header)
			assert.True(t, status == want && (want == http.StatusServiceUnavailable) == (string(a["debug"]) == `"maintenance"`),
				"%s, %s at %s: %d %s", when, call, host, status, a["debug"])
		}
	}
	const open, closed = http.StatusOK, http.StatusServiceUnavailable
	page, console := marmara.events(t, ""), staffLogin(t, marmara, "izleyici", "Izleyici123!").events(t).Lines
	require.Equal(t, `{"result":true}`, page.WaitFor("maintenance"), "initial state")
	runMaintenance(t, dir, "on", "--brand", "marmara", "--calls", "livecasino,habanero/getJackpots")
	want("some calls", nil, "localhost", map[string]int{
		"livecasino/provider_list": closed, "habanero/getJackpots": closed, "casino/provider_list": open, "maintenance/check_status": open,
	})
	if isOpen, _ := siteState(t, p.Address, "localhost"); !isOpen {
		t.Error("the whole brand is in maintenance")
	}
	for console.Scan() && console.Text() != "event: maintenance" {
		continue
	}
	assert.NoError(t, console.Err(), "the stream of staff ended without an event")

	runMaintenance(t, dir, "on", "--all")
	var state string
	for state = page.WaitFor("maintenance"); strings.Contains(state, `"calls"`) ||
		state == `{"result":true}`; state = page.WaitFor("maintenance") {
		continue
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
	want("with the bypass", cookie, "localhost", map[string]int{"casino/provider_list": open})
	want("without the bypass", nil, "localhost", map[string]int{"casino/provider_list": closed})
	want("with the bypass of another brand", cookie, "zephyr.localhost", map[string]int{"casino/provider_list": closed})
	runMaintenance(t, dir, "on", "--all", "--bypass", "127.0.0.0/8")
	want("with a bypass by address", nil, "localhost", map[string]int{"casino/provider_list": open})
	runMaintenance(t, dir, "off", "--all")
	for state != `{"result":true}` {
		state = page.WaitFor("maintenance")
		require.NotEqual(t, "", state, "the stream ended before the event")
	}

	// A scenario that ends in the built-in mock ends the maintenance that was detected from it.
	client := e2e.NewClient(p.Address, "localhost", "")
	call := func() int {
		status, _ := mustCall(t, client, "user/forgot", map[string]any{"email": "demo@marmara.test"}, nil)
		return status
	}
	for _, reset := range [][2]string{
		{"scenario", `{"name":"happy"}`}, {"scenario", `{"name":"happy","brand":"marmara"}`}, {"reset", `{}`},
	} {
		control(t, client, "scenario", `{"name":"maintenance","brand":"marmara"}`)
		require.Equal(t, closed, call(), "call during maintenance")
		isOpen, _ := siteState(t, p.Address, "localhost")
		require.True(t, !isOpen, "maintenance was not detected")
		control(t, client, reset[0], reset[1])
		isOpen, _ = siteState(t, p.Address, "localhost")
		assert.True(t, isOpen, "%s %s: still in maintenance", reset[0], reset[1])
	}
	runMaintenance(t, dir, "on", "--brand", "marmara")
	control(t, client, "scenario", `{"name":"happy"}`)
	if isOpen, _ := siteState(t, p.Address, "localhost"); isOpen || call() != closed {
		t.Error("declared maintenance ended with a scenario")
	}
	require.NoError(t, p.Stop())
	for page.WaitFor("maintenance") != "" { // the stream ends with the server
		continue
	}
}
