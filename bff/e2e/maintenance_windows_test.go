package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/e2e"
)

// window makes a request of maintenance windows and decodes the window.
func (c staffClient) window(t *testing.T, ifMatch, method, path, body string, want int) (w bff.MaintenanceWindow) {
	t.Helper()
	status, raw := c.doMatching(t, ifMatch, method, "/maintenance/"+path, body)
	if status != want {
		t.Fatalf("%s %s: %d %s", method, path, status, raw)
	}
	if status/100 == 2 {
		if err := json.Unmarshal(raw, &w); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestScheduledWindowLeavesAClosedBrandClosed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runMaintenance(t, dir, "on", "--brand", "marmara", "--message-tr", "Bakımdayız")
	out := runMaintenance(t, dir, "schedule", "--brand", "marmara", "--from", "2h", "--until", "1h", "--message-tr", "Gece")
	_, windows, _ := strings.Cut(out, "WHY")
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	kill(t, p) // after both were acknowledged

	p = startDemo(t, dir)
	if open, message := siteState(t, p.Address, "localhost"); open || message != "Bakımdayız" {
		t.Errorf("the window has opened the brand: open %v, %q", open, message)
	}
	runMaintenance(t, dir, "extend", id, "--until", "2199-01-01T00:00:00Z")
	runMaintenance(t, dir, "off", "--brand", "marmara")
	kill(t, p)

	p = startDemo(t, dir)
	if open, _ := siteState(t, p.Address, "localhost"); !open {
		t.Error("the scheduled window closes the brand")
	}
	if out := runMaintenance(t, dir, "status", "--brand", "marmara"); !strings.Contains(out, id) || !strings.Contains(out, "scheduled") || !strings.Contains(out, "2199-01-01T00:00:00Z") {
		t.Errorf("after kill -9:\n%s", out)
	}
}

func TestTwoEditorsOfAWindowOnTwoInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	here := staffLogin(t, d.instances[0].Address, "localhost", "destek", "Destek123!")
	there := staffLogin(t, d.instances[1].Address, "localhost", "yonetici", "Yonetici123!")
	if status, raw := here.do(t, http.MethodPut, "/maintenance/marmara", `{"on":true,"until":"2199-01-01T00:00:00Z"}`); status != http.StatusBadRequest || !strings.Contains(string(raw), "/staff/v1/maintenance/marmara/windows") {
		t.Errorf("a switch with an end: %d %s", status, raw)
	}
	w := here.window(t, "", http.MethodPost, "marmara/windows", `{"until":"2198-01-01T00:00:00Z","message":{"tr":"Bakımdayız"},"why":"database"}`, http.StatusCreated)
	path := "marmara/windows/" + w.ID
	there.window(t, "", http.MethodPatch, path, `{"until":"2199-01-01T00:00:00Z"}`, http.StatusPreconditionRequired)
	if got := there.window(t, `"1"`, http.MethodPatch, path, `{"until":"2199-01-01T00:00:00Z"}`, http.StatusOK); got.Version != 2 || got.Message["tr"] != "Bakımdayız" || !got.From.Equal(w.From) {
		t.Errorf("extended: %+v", got)
	}
	here.window(t, `"1"`, http.MethodPatch, path, `{"message":{"tr":"Başka"}}`, http.StatusPreconditionFailed)

	var wins, losses int
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			status, raw := []staffClient{here, there}[i%2].doMatching(t, `"2"`, http.MethodPatch, "/maintenance/"+path, fmt.Sprintf(`{"why":"editor %d"}`, i))
			mu.Lock()
			defer mu.Unlock()
			switch status {
			case http.StatusOK:
				wins++
			case http.StatusPreconditionFailed:
				losses++
			default:
				t.Errorf("%d %s", status, raw)
			}
		})
	}
	group.Wait()
	if wins != 1 || losses != 11 {
		t.Errorf("%d of the changes to one version were made, %d refused", wins, losses)
	}
	for i := range d.instances {
		eventually(t, "the window on every instance", func() bool {
			open, message := siteState(t, d.instances[i].Address, "localhost")
			return !open && message == "Bakımdayız"
		})
	}
	if got := here.window(t, "", http.MethodPost, path+"/end", "", http.StatusOK); got.Ended == nil || got.Ended.By != "destek" || got.Version != 4 {
		t.Errorf("ended: %+v", got)
	}
	for i := range d.instances {
		eventually(t, "the end on every instance", func() bool {
			open, _ := siteState(t, d.instances[i].Address, "localhost")
			return open
		})
	}
}

func TestWindowSurvivesTheInstanceThatAcknowledgedIt(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	here := staffLogin(t, d.instances[0].Address, "localhost", "destek", "Destek123!")
	w := here.window(t, "", http.MethodPost, "marmara/windows", `{"message":{"tr":"Bakımdayız"}}`, http.StatusCreated)
	kill(t, d.instances[0])
	there := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
	if open, message := siteState(t, d.instances[1].Address, "localhost"); open || message != "Bakımdayız" {
		t.Errorf("on the other instance: open %v, %q", open, message)
	}
	there.window(t, `"1"`, http.MethodPatch, "marmara/windows/"+w.ID, `{"why":"two"}`, http.StatusOK)
}

func TestBypassLinkIsRevokedOnEveryInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	here := staffLogin(t, d.instances[0].Address, "localhost", "destek", "Destek123!")
	there := staffLogin(t, d.instances[1].Address, "localhost", "yonetici", "Yonetici123!")
	here.do(t, http.MethodPut, "/maintenance/marmara", `{"on":true}`)
	var link struct{ ID, URL, By string }
	status, raw := here.do(t, http.MethodPost, "/maintenance/marmara/bypass-links", "")
	if err := json.Unmarshal(raw, &link); err != nil || status != http.StatusCreated || link.By != "destek" {
		t.Fatalf("%d %s", status, raw)
	}
	_, token, _ := strings.Cut(link.URL, "bypass=")
	enters := func(i int) bool {
		t.Helper()
		status, _ := mustCall(t, e2e.NewClient(d.instances[i].Address, "localhost", ""), "casino/provider_list", nil, map[string]string{"Cookie": "croupier-pass=" + token})
		return status == http.StatusOK
	}
	for i := range d.instances {
		eventually(t, "the link on every instance", func() bool { return enters(i) })
	}
	if status, raw := there.do(t, http.MethodGet, "/maintenance/marmara/bypass-links", ""); !strings.Contains(string(raw), `"by":"destek"`) || strings.Contains(string(raw), "bypass=") {
		t.Errorf("links on the other instance: %d %s", status, raw)
	}
	revoked := time.Now()
	if status, raw := there.do(t, http.MethodDelete, "/maintenance/marmara/bypass-links/"+link.ID, ""); status != http.StatusOK {
		t.Fatalf("revoke: %d %s", status, raw)
	}
	for i := range d.instances {
		eventually(t, "the end of the link", func() bool { return !enters(i) })
	}
	if took := time.Since(revoked); took > 2*time.Second {
		t.Errorf("the link ended after %s", took)
	}
	dump, err := d.redis.Do("HGETALL", "croupier:records:maintenance")
	if err != nil {
		t.Fatal(err)
	}
	if id, secret, _ := strings.Cut(token, "."); !strings.Contains(fmt.Sprint(dump), id) || strings.Contains(fmt.Sprint(dump), secret) {
		t.Errorf("want the id of the link in Redis and not its secret: %s", dump)
	}
}
