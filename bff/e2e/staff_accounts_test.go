package e2e_test

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"croupier/bff/e2e"
)

// runStaff runs `croupier staff` for a data directory with input on standard input and returns
// its output.
func runStaff(t *testing.T, dir string, env []string, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append(append([]string{"staff"}, args...), "--data-dir", dir)...)
	cmd.Env = append(cmd.Environ(), env...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("staff %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// auditEntry is an entry of the audit log.
type auditEntry struct {
	ID, Who, From, Action, Subject, Outcome string
	Before, After                           json.RawMessage
}

// audit returns the newest entries of the audit log.
func (c staffClient) audit(t *testing.T, query string) (all []auditEntry) {
	t.Helper()
	status, raw := c.do(t, http.MethodGet, "/audit"+query, "")
	if err := json.Unmarshal(raw, &all); err != nil || status != http.StatusOK {
		t.Fatalf("audit: %d %v %s", status, err, raw)
	}
	return all
}

// withAddress returns a client with the same cookies for another instance.
func (c staffClient) withAddress(address string) staffClient {
	return staffClient{c.client.WithAddress(address)}
}

func TestStaffCommandWithRunningAndStoppedServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	if got := runStaff(t, dir, nil, "Uzun bir parola\n", "add", "ayse", "--role", "support", "--password-file", "-"); strings.Contains(got, "password") {
		t.Errorf("the given password is printed: %s", got)
	}
	if got := runStaff(t, dir, nil, "", "list"); !strings.Contains(got, "ayse") || strings.Contains(got, "argon2") {
		t.Errorf("list: %s", got)
	}
	ayse, viewer := staffLogin(t, p.Address, "localhost", "ayse", "Uzun bir parola"), staffLogin(t, p.Address, "localhost", "izleyici", "Izleyici123!")
	stream := openStaffEvents(t, p.Address, "ayse", "Uzun bir parola")

	runStaff(t, dir, nil, "", "disable", "ayse")
	disabled := time.Now()
	if status, raw := ayse.do(t, http.MethodGet, "/me", ""); status != http.StatusUnauthorized {
		t.Errorf("disabled account: %d %s", status, raw)
	}
	for stream.Scan() {
		if text := stream.Text(); text != "" {
			t.Errorf("event for a disabled account: %q", text)
		}
	}
	if took := time.Since(disabled); took > heartbeatMargin {
		t.Errorf("the stream ended after %s", took)
	}
	all := viewer.audit(t, "")
	if e := all[0]; e.Action != "account disabled" || e.Subject != "ayse" || e.Outcome != "done" || !strings.HasPrefix(e.Who, "command line") ||
		!strings.Contains(string(e.Before), `"disabled":false`) || !strings.Contains(string(e.After), `"disabled":true`) {
		t.Errorf("audit entry %+v\nbefore %s\nafter %s", e, e.Before, e.After)
	}
	if e := all[len(all)-1]; e.Action != "account added" || e.Subject != "ayse" || strings.Contains(string(e.After), "argon2") {
		t.Errorf("audit entry %+v\nafter %s", e, e.After)
	}

	kill(t, p) // leaves a stale address file
	got := runStaff(t, dir, nil, "", "add", "veli", "--role", "viewer")
	password, ok := strings.CutPrefix(strings.TrimSpace(got), "password ")
	if !ok {
		t.Fatalf("add with stopped server: %s", got)
	}
	p = startDemo(t, dir)
	veli := staffLogin(t, p.Address, "localhost", "veli", password)
	if e := veli.audit(t, "?limit=2")[1]; e.Action != "account added" || e.Subject != "veli" {
		t.Errorf("audit entry %+v", e)
	}
}

func TestStaffAdminRequestsNeedToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	for _, header := range []map[string]string{nil, {"Authorization": "Bearer wrong"}} {
		status, _, raw, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodPost, "/staff", []byte(`{"do":"disable","account":{"name":"destek"}}`), header)
		if err != nil || status != http.StatusForbidden {
			t.Errorf("%v: %d %v %s", header, status, err, raw)
		}
	}
	staffLogin(t, p.Address, "localhost", "destek", "Destek123!")
}

func TestInstancesShareStaff(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	a, b := d.instances[0].Address, d.instances[1].Address
	me := func(c staffClient) int {
		t.Helper()
		status, _ := c.do(t, http.MethodGet, "/me", "")
		return status
	}
	support, viewer := staffLogin(t, a, "localhost", "destek", "Destek123!"), staffLogin(t, a, "localhost", "izleyici", "Izleyici123!")
	if me(support) != http.StatusOK || me(support.withAddress(b)) != http.StatusOK {
		t.Fatal("a login is not valid on the other instance")
	}
	if status, raw := support.withAddress(b).do(t, http.MethodPut, "/maintenance/pera", `{"on":true}`); status != http.StatusOK {
		t.Fatalf("maintenance: %d %s", status, raw)
	}
	for name, c := range map[string]staffClient{"first": viewer, "second": viewer.withAddress(b)} {
		if e := c.audit(t, "?limit=1")[0]; e.Who != "destek" || e.Action != "maintenance" || e.Subject != "pera" || e.Outcome != "done" {
			t.Errorf("audit entry on the %s instance: %+v", name, e)
		}
	}
	if status, _ := viewer.do(t, http.MethodPost, "/logout", ""); status != http.StatusOK {
		t.Fatal("logout failed")
	}
	if me(viewer) != http.StatusUnauthorized || me(viewer.withAddress(b)) != http.StatusUnauthorized {
		t.Error("a login is valid after logout")
	}

	stream := openStaffEvents(t, a, "destek", "Destek123!")
	// The data directory has no server. The command reaches both instances by Redis.
	runStaff(t, t.TempDir(), []string{"CROUPIER_REDIS_URL=" + d.redis.URL()}, "", "disable", "destek")
	disabled := time.Now()
	if me(support) != http.StatusUnauthorized || me(support.withAddress(b)) != http.StatusUnauthorized {
		t.Error("a disabled account is still logged in")
	}
	for stream.Scan() { // until it ends
	}
	if took := time.Since(disabled); took > heartbeatMargin {
		t.Errorf("the stream ended after %s", took)
	}

	attempt := func(address string) int {
		t.Helper()
		status, _ := staffClient{e2e.NewClient(address, "localhost", "")}.do(t, http.MethodPost, "/login", `{"username":"yonetici","password":"Wrong123!"}`)
		return status
	}
	for i := range 5 {
		if status := attempt([]string{a, b}[i%2]); status != http.StatusUnauthorized {
			t.Fatalf("attempt %d: %d", i, status)
		}
	}
	for _, address := range []string{a, b} {
		if status := attempt(address); status != http.StatusTooManyRequests {
			t.Errorf("sixth attempt: %d", status)
		}
	}
	viewer = staffLogin(t, b, "localhost", "izleyici", "Izleyici123!")
	refusals := func() (entries []string) {
		for _, e := range viewer.audit(t, "") {
			if e.Outcome == "refused" {
				entries = append(entries, e.Who+" "+e.From+" "+string(e.After))
			}
		}
		return entries
	}
	eventually(t, "two entries of refused logins", func() bool { return len(refusals()) >= 2 })
	if got := strings.Join(refusals(), "\n"); got != `yonetici 127.0.0.1 {"reason":"too many attempts"}`+"\n"+`yonetici 127.0.0.1 {"reason":"wrong password"}` {
		t.Errorf("audit entries of refused logins:\n%s", got)
	}
}

func TestMaintenanceCommandIsAudited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runMaintenance(t, dir, "on", "--brand", "pera", "--message-tr", "Bakımdayız")
	runMaintenance(t, dir, "link", "--brand", "pera")
	runMaintenance(t, dir, "status")
	kill(t, p)
	runMaintenance(t, dir, "off", "--all")
	p = startDemo(t, dir)
	all := staffLogin(t, p.Address, "localhost", "izleyici", "Izleyici123!").audit(t, "")
	want := [][3]string{{"maintenance", "*", `"state":"open"`}, {"bypass link", "pera", `"until":`}, {"maintenance", "pera", `"state":"maintenance"`}}
	if len(all) != len(want)+1 { // and the viewer's login
		t.Fatalf("audit entry %+v", all)
	}
	for i, w := range want {
		if e := all[i+1]; e.Action != w[0] || e.Subject != w[1] || e.Outcome != "done" || !strings.HasPrefix(e.Who, "command line") || !strings.Contains(string(e.After), w[2]) {
			t.Errorf("%d: %+v\nafter %s", i, e, e.After)
		}
		if strings.Contains(string(all[i+1].After), "bypass=") {
			t.Error("the audit entry contains the bypass link")
		}
	}
}
