package e2e_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// runMaintenance runs `croupier maintenance` for a data directory and returns its output.
func runMaintenance(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, append(append([]string{"maintenance"}, args...), "--data-dir", dir)...).CombinedOutput()
	if err != nil {
		t.Fatalf("maintenance %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// startDemo starts the demo with a data directory.
func startDemo(t *testing.T, dir string) *e2e.Process {
	t.Helper()
	return startServer(t, nil, dir)
}

// siteState requests /v1/check-maintenance.
func siteState(t *testing.T, address, host string) (open bool, message string) {
	t.Helper()
	status, _, raw, err := e2e.NewClient(address, host, "").Do(http.MethodGet, "/v1/check-maintenance", nil, nil)
	var state struct {
		Result  bool
		Message string
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(raw, &state) != nil {
		t.Fatalf("%d %v %s", status, err, raw)
	}
	return state.Result, state.Message
}

func TestMaintenanceSurvivesKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runMaintenance(t, dir, "on", "--brand", "marmara", "--message-tr", "Bakımdayız")
	kill(t, p)

	p = startDemo(t, dir)
	if open, message := siteState(t, p.Address, "localhost"); open || message != "Bakımdayız" {
		t.Fatalf("after kill -9: open %v, %q", open, message)
	}
	if open, _ := siteState(t, p.Address, "zephyr.localhost"); !open {
		t.Error("another brand is in maintenance")
	}
	runMaintenance(t, dir, "off", "--brand", "marmara")
	kill(t, p)

	p = startDemo(t, dir)
	if open, _ := siteState(t, p.Address, "localhost"); !open {
		t.Fatal("the end of maintenance was not stored")
	}
	kill(t, p)

	// The address file of the killed server is stale.
	if got := runMaintenance(t, dir, "on", "--all"); strings.Count(got, "maintenance") != 3 {
		t.Fatalf("on with stopped server: %s", got)
	}
	p = startDemo(t, dir)
	for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
		if open, _ := siteState(t, p.Address, host); open {
			t.Errorf("%s is open", host)
		}
	}
	if got := runMaintenance(t, dir, "off", "--all"); strings.Count(got, "open") != 3 {
		t.Errorf("off: %s", got)
	}
	if open, _ := siteState(t, p.Address, "pera.localhost"); !open {
		t.Error("the running server was not updated")
	}
}

func kill(t *testing.T, p *e2e.Process) {
	t.Helper()
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}

func TestMaintenanceAdminRequestsNeedToken(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	request := []byte(`{"do":"set","brand":"*","notice":{}}`)
	for _, header := range []map[string]string{nil, {"Authorization": "Bearer "}, {"Authorization": "Bearer wrong"}} {
		status, _, raw, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodPost, "/maintenance", request, header)
		if err != nil || status != http.StatusForbidden {
			t.Errorf("%v: %d %v %s", header, status, err, raw)
		}
	}
	if open, _ := siteState(t, p.Address, "localhost"); !open {
		t.Error("a request without token started maintenance")
	}
}

func TestPartialMaintenance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runMaintenance(t, dir, "on", "--brand", "marmara", "--calls", "livecasino,habanero/getJackpots")
	c := e2e.NewClient(p.Address, "localhost", "")
	for call, inMaintenance := range map[string]bool{
		"livecasino/provider_list": true, "habanero/getJackpots": true,
		"casino/provider_list": false, "maintenance/check_status": false,
	} {
		status, a := mustCall(t, c, call, nil, nil)
		if got := status == http.StatusServiceUnavailable && string(a["debug"]) == `"maintenance"`; got != inMaintenance {
			t.Errorf("%s: %d %s", call, status, a["debug"])
		}
	}
	if open, _ := siteState(t, p.Address, "localhost"); !open {
		t.Error("the whole brand is in maintenance")
	}
}

func TestMaintenanceBypass(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runMaintenance(t, dir, "on", "--all")
	link, _, _ := strings.Cut(runMaintenance(t, dir, "link", "--brand", "marmara"), "\n")
	_, query, _ := strings.Cut(link, "?")

	tester := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := tester.Get("http://" + p.Address + "/?" + query)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther || len(resp.Cookies()) != 1 {
		t.Fatalf("%s: %d %v", link, resp.StatusCode, resp.Cookies())
	}
	cookie := map[string]string{"Cookie": resp.Cookies()[0].Name + "=" + resp.Cookies()[0].Value}
	c := e2e.NewClient(p.Address, "localhost", "")
	if status, a := mustCall(t, c, "casino/provider_list", nil, cookie); status != http.StatusOK {
		t.Errorf("with bypass: %d %s", status, a["debug"])
	}
	if status, _ := mustCall(t, c, "casino/provider_list", nil, nil); status != http.StatusServiceUnavailable {
		t.Errorf("without bypass: %d", status)
	}
	if status, _ := mustCall(t, e2e.NewClient(p.Address, "zephyr.localhost", ""), "casino/provider_list", nil, cookie); status != http.StatusServiceUnavailable {
		t.Errorf("bypass on another brand: %d", status)
	}
	runMaintenance(t, dir, "on", "--all", "--bypass", "127.0.0.0/8")
	if status, _ := mustCall(t, c, "casino/provider_list", nil, nil); status != http.StatusOK {
		t.Errorf("bypass by address: %d", status)
	}
}

// heartbeatMargin is shorter than the heartbeat interval of 15 seconds. Streams also detect lost
// messages at a heartbeat, so an event within the margin was caused by a message.
const heartbeatMargin = 10 * time.Second

// eventStream is an open stream of /v1/events.
type eventStream struct{ lines *bufio.Scanner }

// openEvents opens the event stream of a brand with a session token.
func openEvents(t *testing.T, address, host, token string) *eventStream {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	if token != "" {
		r.Header.Set("Cookie", "croupier="+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%v %+v", err, resp)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return &eventStream{bufio.NewScanner(resp.Body)}
}

// waitFor waits for an event with that name and returns its data; empty if the stream ended.
func (s *eventStream) waitFor(name string) string {
	for s.lines.Scan() {
		if s.lines.Text() == "event: "+name && s.lines.Scan() {
			return strings.TrimPrefix(s.lines.Text(), "data: ")
		}
	}
	return ""
}

func TestEventsIncludeMaintenance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	page := openEvents(t, p.Address, "localhost", "")
	if got := page.waitFor("maintenance"); got != `{"result":true}` {
		t.Fatalf("initial state: %s", got)
	}
	for _, row := range []struct{ do, want string }{
		{"on", `{"result":false,"message":"This site is under maintenance","until":null}`},
		{"off", `{"result":true}`},
	} {
		runMaintenance(t, dir, row.do, "--brand", "marmara")
		if got := page.waitFor("maintenance"); got != row.want {
			t.Errorf("%s: %s", row.do, got)
		}
	}
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if got := page.waitFor("maintenance"); got != "" {
		t.Errorf("event after the stop: %s", got)
	}
}

func TestEventsIncludeBalanceAndSessionEnd(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "yeni", "Demo123")
	other := v.login(t, "", "demo", "Demo123")
	page, otherPage := openEvents(t, p.Address, "localhost", token), openEvents(t, p.Address, "localhost", other)

	_, a, _ := v.call(t, token, "user/list_bonuses", map[string]any{"status": "available"})
	var bonuses []struct{ BonusID int }
	if err := json.Unmarshal(a["data"], &bonuses); err != nil || len(bonuses) == 0 {
		t.Fatalf("list_bonuses: %v %s", err, a["data"])
	}
	status, a := mustCall(t, e2e.NewClient(p.Address, "localhost", ""), "user/claim_bonus", map[string]any{"bonusID": bonuses[0].BonusID},
		map[string]string{"Idempotency-Key": uuid.NewString(), "Cookie": "croupier=" + token})
	if status != http.StatusOK || string(a["result"]) != "true" {
		t.Fatalf("claim_bonus: %d %s", status, a["message"])
	}
	var balance struct{ Balance *float64 }
	if got := page.waitFor("balance"); json.Unmarshal([]byte(got), &balance) != nil || balance.Balance == nil {
		t.Errorf("balance: %s", got)
	}
	if _, _, next := v.call(t, token, "user/logout", nil); next != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if got := page.waitFor("session"); got != `{"ended":true}` {
		t.Errorf("session: %s", got)
	}
	if _, _, next := v.call(t, other, "user/logout", nil); next != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	for otherPage.lines.Scan() {
		if line := otherPage.lines.Text(); line == "event: balance" {
			t.Error("another player received the balance event")
		} else if line == "event: session" {
			return // the end of its own session
		}
	}
	t.Error("the stream ended without a session event")
}
