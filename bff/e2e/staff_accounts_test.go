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

// employ runs `croupier staff …` for a data folder, with a text on its standard input, and
// gives what it says.
func employ(t *testing.T, dir string, env []string, input string, args ...string) string {
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

// deed is a line of the trail.
type deed struct {
	ID, Who, From, Action, Subject, Outcome string
	Before, After                           json.RawMessage
}

// trail reads the newest lines of the trail.
func (c console) trail(t *testing.T, query string) (all []deed) {
	t.Helper()
	status, raw := c.does(t, http.MethodGet, "/audit"+query, "")
	if err := json.Unmarshal(raw, &all); err != nil || status != http.StatusOK {
		t.Fatalf("trail: %d %v %s", status, err, raw)
	}
	return all
}

// at is the same browser before another instance.
func (c console) at(address string) console { return console{c.client.At(address)} }

func TestAccountsAreKeptOnARunningAndOnAStoppedServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := serving(t, dir)
	if said := employ(t, dir, nil, "Uzun bir parola\n", "add", "ayse", "--role", "support", "--password-file", "-"); strings.Contains(said, "password") {
		t.Errorf("a password that the operator knows is printed: %s", said)
	}
	if said := employ(t, dir, nil, "", "list"); !strings.Contains(said, "ayse") || strings.Contains(said, "argon2") {
		t.Errorf("list: %s", said)
	}
	ayse, viewer := sitting(t, p.Address, "localhost", "ayse", "Uzun bir parola"), sitting(t, p.Address, "localhost", "izleyici", "Izleyici123!")
	stream := watching(t, p.Address, "ayse", "Uzun bir parola")

	employ(t, dir, nil, "", "disable", "ayse")
	disabled := time.Now()
	if status, raw := ayse.does(t, http.MethodGet, "/me", ""); status != http.StatusUnauthorized {
		t.Errorf("a disabled account: %d %s", status, raw)
	}
	for stream.Scan() {
		if text := stream.Text(); text != "" {
			t.Errorf("a disabled account hears %q", text)
		}
	}
	if took := time.Since(disabled); took > beforeABeat {
		t.Errorf("the stream went on for %s", took)
	}
	all := viewer.trail(t, "")
	if e := all[0]; e.Action != "account disabled" || e.Subject != "ayse" || e.Outcome != "done" || !strings.HasPrefix(e.Who, "command line") ||
		!strings.Contains(string(e.Before), `"disabled":false`) || !strings.Contains(string(e.After), `"disabled":true`) {
		t.Errorf("the trail tells %+v\nbefore %s\nafter %s", e, e.Before, e.After)
	}
	if e := all[len(all)-1]; e.Action != "account added" || e.Subject != "ayse" || strings.Contains(string(e.After), "argon2") {
		t.Errorf("the trail tells %+v\nafter %s", e, e.After)
	}

	kill(t, p) // nobody answers at the address that it has left behind
	said := employ(t, dir, nil, "", "add", "veli", "--role", "viewer")
	password, ok := strings.CutPrefix(strings.TrimSpace(said), "password ")
	if !ok {
		t.Fatalf("add on a stopped server: %s", said)
	}
	p = serving(t, dir)
	veli := sitting(t, p.Address, "localhost", "veli", password)
	if e := veli.trail(t, "?limit=2")[1]; e.Action != "account added" || e.Subject != "veli" {
		t.Errorf("the trail tells %+v", e)
	}
}

func TestOrdersAboutAccountsNeedTheTokenOfTheDataFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := serving(t, dir)
	for _, header := range []map[string]string{nil, {"Authorization": "Bearer guess"}} {
		status, _, raw, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodPost, "/staff", []byte(`{"do":"disable","account":{"name":"destek"}}`), header)
		if err != nil || status != http.StatusForbidden {
			t.Errorf("%v: %d %v %s", header, status, err, raw)
		}
	}
	sitting(t, p.Address, "localhost", "destek", "Destek123!")
}

func TestInstancesShareTheirStaff(t *testing.T) {
	t.Parallel()
	h := share(t, 2)
	a, b := h.instances[0].Address, h.instances[1].Address
	me := func(c console) int {
		t.Helper()
		status, _ := c.does(t, http.MethodGet, "/me", "")
		return status
	}
	support, viewer := sitting(t, a, "localhost", "destek", "Destek123!"), sitting(t, a, "localhost", "izleyici", "Izleyici123!")
	if me(support) != http.StatusOK || me(support.at(b)) != http.StatusOK {
		t.Fatal("a login at one instance is none at the other")
	}
	if status, raw := support.at(b).does(t, http.MethodPut, "/maintenance/pera", `{"on":true}`); status != http.StatusOK {
		t.Fatalf("maintenance: %d %s", status, raw)
	}
	for name, c := range map[string]console{"one": viewer, "the other": viewer.at(b)} {
		if e := c.trail(t, "?limit=1")[0]; e.Who != "destek" || e.Action != "maintenance" || e.Subject != "pera" || e.Outcome != "done" {
			t.Errorf("the trail of %s tells %+v", name, e)
		}
	}
	if status, _ := viewer.does(t, http.MethodPost, "/logout", ""); status != http.StatusOK {
		t.Fatal("not logged out")
	}
	if me(viewer) != http.StatusUnauthorized || me(viewer.at(b)) != http.StatusUnauthorized {
		t.Error("an ended login goes on")
	}

	stream := watching(t, a, "destek", "Destek123!")
	// The command finds no server in its folder, and both by their Redis.
	employ(t, t.TempDir(), []string{"CROUPIER_REDIS_URL=" + h.redis.URL()}, "", "disable", "destek")
	disabled := time.Now()
	if me(support) != http.StatusUnauthorized || me(support.at(b)) != http.StatusUnauthorized {
		t.Error("a disabled account goes on")
	}
	for stream.Scan() { // to its end
	}
	if took := time.Since(disabled); took > beforeABeat {
		t.Errorf("the stream went on for %s", took)
	}

	guess := func(address string) int {
		t.Helper()
		status, _ := console{e2e.NewClient(address, "localhost", "")}.does(t, http.MethodPost, "/login", `{"username":"yonetici","password":"Wrong123!"}`)
		return status
	}
	for i := range 5 {
		if status := guess([]string{a, b}[i%2]); status != http.StatusUnauthorized {
			t.Fatalf("guess %d: %d", i, status)
		}
	}
	for _, address := range []string{a, b} {
		if status := guess(address); status != http.StatusTooManyRequests {
			t.Errorf("the sixth guess: %d", status)
		}
	}
	viewer = sitting(t, b, "localhost", "izleyici", "Izleyici123!")
	refusals := func() (told []string) {
		for _, e := range viewer.trail(t, "") {
			if e.Outcome == "refused" {
				told = append(told, e.Who+" "+e.From+" "+string(e.After))
			}
		}
		return told
	}
	await(t, "refusals are written", func() bool { return len(refusals()) >= 2 })
	if got := strings.Join(refusals(), "\n"); got != `yonetici 127.0.0.1 {"reason":"too many attempts"}`+"\n"+`yonetici 127.0.0.1 {"reason":"wrong password"}` {
		t.Errorf("the trail tells of refusals:\n%s", got)
	}
}

func TestWhatOperatorsCloseIsInTheTrail(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := serving(t, dir)
	operate(t, dir, "on", "--brand", "pera", "--message-tr", "Bakımdayız")
	operate(t, dir, "link", "--brand", "pera")
	operate(t, dir, "status")
	kill(t, p)
	operate(t, dir, "off", "--all")
	p = serving(t, dir)
	all := sitting(t, p.Address, "localhost", "izleyici", "Izleyici123!").trail(t, "")
	want := [][3]string{{"maintenance", "*", `"state":"open"`}, {"bypass link", "pera", `{"until":`}, {"maintenance", "pera", `"state":"maintenance"`}}
	if len(all) != len(want)+1 { // and the viewer's login
		t.Fatalf("the trail tells %+v", all)
	}
	for i, w := range want {
		if e := all[i+1]; e.Action != w[0] || e.Subject != w[1] || e.Outcome != "done" || !strings.HasPrefix(e.Who, "command line") || !strings.Contains(string(e.After), w[2]) {
			t.Errorf("%d: %+v\nafter %s", i, e, e.After)
		}
		if strings.Contains(string(all[i+1].After), "bypass=") {
			t.Error("the trail lets its readers in")
		}
	}
}
