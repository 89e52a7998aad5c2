package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// loginWithAgent logs a player in with a User-Agent and returns the token.
func (v visitor) loginWithAgent(t *testing.T, username, agent string) string {
	t.Helper()
	status, h, raw, err := e2e.NewClient(v.address, v.host, v.world).Call("user/login",
		map[string]any{"username": username, "password": "Demo123"}, map[string]string{"User-Agent": agent})
	if err != nil || status != http.StatusOK {
		t.Fatalf("login of %s: %d %v %s", username, status, err, raw)
	}
	for _, c := range (&http.Response{Header: h}).Cookies() {
		return c.Value
	}
	t.Fatalf("login of %s sets no cookie: %s", username, raw)
	return ""
}

// sessions returns the IDs of a player's sessions by User-Agent.
func (c staffClient) sessions(t *testing.T, username string) map[string]string {
	t.Helper()
	status, raw := c.do(t, http.MethodGet, "/sessions?username="+username, "")
	var all []struct{ Session, Agent string }
	if err := json.Unmarshal(raw, &all); err != nil || status != http.StatusOK {
		t.Fatalf("sessions of %s: %d %s", username, status, raw)
	}
	out := map[string]string{}
	for _, one := range all {
		out[one.Agent] = one.Session
	}
	if len(out) != len(all) {
		t.Errorf("duplicate User-Agents: %s", raw)
	}
	return out
}

// revoke revokes sessions and returns their number.
func (c staffClient) revoke(t *testing.T, body string) (n int) {
	t.Helper()
	status, raw := c.do(t, http.MethodPost, "/sessions/revoke", body)
	reply := struct{ Ended *int }{&n}
	if err := json.Unmarshal(raw, &reply); err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %s", body, status, raw)
	}
	return n
}

func TestSessionRevocationAcrossInstances(t *testing.T) {
	t.Parallel()
	for name, env := range map[string]func() []string{
		"alone":   func() []string { return nil },
		"tickets": func() []string { return []string{"CROUPIER_SESSION_STORE=redis"} },
		"cluster": func() []string { return []string{"CROUPIER_REDIS_URL=" + realredis.StartCluster(t).URL()} },
	} {
		d := deploy(t, 2, env()...)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d.addStaff(t)
			phone, desktop, other := d.visitorAt(0).loginWithAgent(t, "demo", "Phone"), d.visitorAt(0).loginWithAgent(t, "demo", "Desktop"), d.visitorAt(0).loginWithAgent(t, "yeni", "Desktop")
			pages := map[string]*eventStream{
				"phone": openEvents(t, d.instances[0].Address, "localhost", phone), "desktop": openEvents(t, d.instances[0].Address, "localhost", desktop),
			}
			support := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
			listed := support.sessions(t, "demo")
			if len(listed) != 2 || listed["Phone"] == "" || listed["Desktop"] == "" {
				t.Fatalf("sessions on the other instance: %v", listed)
			}
			wantSessionEnd := func(page string) {
				t.Helper()
				began := time.Now()
				if got := pages[page].waitFor("session"); got != `{"ended":true}` || time.Since(began) > heartbeatMargin {
					t.Errorf("session event of the %s: %q after %v", page, got, time.Since(began))
				}
			}
			if n := support.revoke(t, `{"session":"`+listed["Phone"]+`"}`); n != 1 {
				t.Errorf("%d sessions revoked, want 1", n)
			}
			wantSessionEnd("phone")
			for i := range 2 {
				if d.visitorAt(i).hasSession(t, phone) || !d.visitorAt(i).hasSession(t, desktop) {
					t.Errorf("instance %d: wrong session revoked", i)
				}
			}
			if left := support.sessions(t, "demo"); len(left) != 1 || left["Desktop"] != listed["Desktop"] {
				t.Errorf("remaining sessions: %v", left)
			}
			if n := support.revoke(t, `{"username":"demo"}`); n != 1 {
				t.Errorf("%d sessions revoked, want 1", n)
			}
			wantSessionEnd("desktop")
			for i := range 2 {
				if d.visitorAt(i).hasSession(t, desktop) || !d.visitorAt(i).hasSession(t, other) {
					t.Errorf("instance %d: sessions of the wrong player revoked", i)
				}
				staff := staffLogin(t, d.instances[i].Address, "localhost", "destek", "Destek123!")
				if left := staff.sessions(t, "demo"); len(left) != 0 {
					t.Errorf("remaining sessions on instance %d: %v", i, left)
				}
			}
			if again := d.visitorAt(1).loginWithAgent(t, "demo", "Desktop"); !d.visitorAt(0).hasSession(t, again) {
				t.Error("login after the revocation failed")
			}
		})
	}
}

func TestSessionIndexSurvivesRestart(t *testing.T) {
	t.Parallel()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	dir := t.TempDir()
	startGateway := func() *e2e.Process {
		return startServer(t, inFrontOf(platform.Address), dir)
	}
	first := startGateway()
	v := visitor{first.Address, "localhost", ""}
	token, ended := v.loginWithAgent(t, "demo", "Desktop"), v.loginWithAgent(t, "demo", "Phone")
	if _, _, cookie := v.call(t, ended, "user/logout", nil); cookie != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if err := first.Stop(); err != nil {
		t.Fatalf("%v\n%s", err, first.Log())
	}
	v.address = startGateway().Address
	runStaff(t, dir, nil, "Destek123!", "add", "destek", "--role", "support", "--password-file", "-")
	support := staffLogin(t, v.address, "zephyr.localhost", "destek", "Destek123!")
	if listed := support.sessions(t, "demo"); len(listed) != 1 || listed["Desktop"] == "" {
		t.Fatalf("sessions after restart: %v", listed)
	}
	page := openEvents(t, v.address, "localhost", token)
	if n := support.revoke(t, `{"username":"demo","brand":"marmara"}`); n != 1 {
		t.Errorf("%d sessions revoked, want 1", n)
	}
	if got := page.waitFor("session"); got != `{"ended":true}` {
		t.Errorf("session event: %q", got)
	}
	if v.hasSession(t, token) {
		t.Error("the session is still valid")
	}
	var entries []struct {
		Who, Action, Subject string
		Before, After        []struct{ Session, Brand, Username, Address string }
	}
	status, raw := support.do(t, http.MethodGet, "/audit?limit=1", "")
	if err := json.Unmarshal(raw, &entries); err != nil || len(entries) != 1 {
		t.Fatalf("audit: %d %v %s", status, err, raw)
	}
	if e := entries[0]; e.Who != "destek" || e.Action != "sessions ended" || e.Subject != "demo" || e.After == nil || len(e.After) != 0 ||
		len(e.Before) != 1 || e.Before[0].Brand != "marmara" || e.Before[0].Username != "demo" || e.Before[0].Address != "" {
		t.Errorf("audit entry %s", raw)
	}
}

// A session index that is written behind may lose the entry of a login in a crash. Revoking by user
// name ends the session anyway.
func TestRevocationAfterCrashRightAfterLogin(t *testing.T) {
	t.Parallel()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	const rounds, logins = 5, 5
	listed := 0
	for range rounds {
		dir := t.TempDir()
		startGateway := func() *e2e.Process {
			return startServer(t, inFrontOf(platform.Address), dir)
		}
		first := startGateway()
		v := visitor{first.Address, "localhost", ""}
		tokens := make([]string, logins)
		var group sync.WaitGroup
		for i := range tokens {
			group.Go(func() { tokens[i] = v.login(t, "", "demo", "Demo123") })
		}
		group.Wait()
		if err := first.Kill(); err != nil {
			t.Fatal(err)
		}
		v.address = startGateway().Address
		other := v.login(t, "", "yeni", "Demo123")
		for _, token := range tokens {
			if !v.hasSession(t, token) {
				t.Fatal("the crash ended a session")
			}
		}
		runStaff(t, dir, nil, "Destek123!", "add", "destek", "--role", "support", "--password-file", "-")
		listed += staffLogin(t, v.address, "localhost", "destek", "Destek123!").revoke(t, `{"username":"demo"}`)
		for i, token := range tokens {
			if v.hasSession(t, token) {
				t.Errorf("login %d is valid after the revocation", i)
			}
		}
		if !v.hasSession(t, other) {
			t.Error("another player's session was ended")
		}
	}
	t.Logf("the index had lost %d of %d logins", rounds*logins-listed, rounds*logins)
}

// A login from a kind of device that the player has not used before is told, by every instance and in the
// list of sessions, but not the first one, and not before its code was accepted.
func TestLoginFromANewDeviceIsTold(t *testing.T) {
	t.Parallel()
	const (
		chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
		newer  = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
		phone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
	)
	d := deploy(t, 2)
	login := func(v visitor, username, agent string) (isNew bool, token string) {
		t.Helper()
		_, h, raw, err := e2e.NewClient(v.address, v.host, v.world).Call("user/login",
			map[string]any{"username": username, "password": "Demo123"}, map[string]string{"User-Agent": agent})
		var a struct {
			Result bool
			Data   struct {
				NewDevice bool `json:"new_device"`
			}
		}
		if err != nil || json.Unmarshal(raw, &a) != nil || !a.Result {
			t.Fatalf("login: %v %s", err, raw)
		}
		for _, c := range (&http.Response{Header: h}).Cookies() {
			token = c.Value
		}
		return a.Data.NewDevice, token
	}
	a, b := d.visitorAt(0), d.visitorAt(1)
	for i, step := range []struct {
		v               visitor
		username, agent string
		want            bool
	}{
		{a, "demo", chrome, false},
		{b, "demo", newer, false},
		{b, "demo", phone, true},
		{a, "demo", phone, false},
		{a, "ikili", chrome, false},
		{a, "ikili", phone, false}, // neither login was completed
	} {
		got, token := login(step.v, step.username, step.agent)
		if got != step.want {
			t.Errorf("login %d: new device %v", i, got)
		}
		if step.want {
			if _, sessions, _ := a.call(t, token, "user/sessions", nil); strings.Count(string(sessions["data"]), `"new_device":true`) != 1 {
				t.Errorf("sessions: %s", sessions["data"])
			}
		}
	}
}
