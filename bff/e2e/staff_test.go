package e2e_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// staffClient is a client of the staff API of a brand's host.
type staffClient struct{ client *e2e.Client }

// staffLogin logs a staff account in.
func staffLogin(t *testing.T, address, host, name, password string) staffClient {
	t.Helper()
	c := staffClient{e2e.NewClient(address, host, "")}
	if status, raw := c.do(t, http.MethodPost, "/login", `{"username":"`+name+`","password":"`+password+`"}`); status != http.StatusOK {
		t.Fatalf("login of %s: %d %s", name, status, raw)
	}
	return c
}

func (c staffClient) do(t *testing.T, method, path, body string) (status int, raw []byte) {
	t.Helper()
	return c.doMatching(t, "", method, path, body)
}

// doMatching is do with an If-Match header.
func (c staffClient) doMatching(t *testing.T, ifMatch, method, path, body string) (status int, raw []byte) {
	t.Helper()
	header := map[string]string{"panel": "frontend", "Accept-Language": "en"}
	if ifMatch != "" {
		header["If-Match"] = ifMatch
	}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	status, _, raw, err := c.client.Do(method, "/staff/v1"+path, []byte(body), header)
	if err != nil {
		t.Fatal(err)
	}
	return status, raw
}

func TestStaffMaintenanceIsAudited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	viewer := staffLogin(t, p.Address, "localhost", "izleyici", "Izleyici123!")
	if status, raw := viewer.do(t, http.MethodPut, "/maintenance/marmara", `{"on":true}`); status != http.StatusForbidden {
		t.Fatalf("maintenance as viewer: %d %s", status, raw)
	}
	if open, _ := siteState(t, p.Address, "localhost"); !open {
		t.Fatal("a viewer started maintenance")
	}
	// The staff API is served on the hosts of all brands.
	support := staffLogin(t, p.Address, "zephyr.localhost", "destek", "Destek123!")
	if status, raw := support.do(t, http.MethodPut, "/maintenance/marmara", `{"on":true,"message":{"tr":"Bakımdayız"}}`); status != http.StatusOK {
		t.Fatalf("maintenance as support: %d %s", status, raw)
	}
	player := e2e.NewClient(p.Address, "localhost", "")
	status, header, raw, err := player.Call("casino/provider_list", nil, nil)
	if err != nil || status != http.StatusServiceUnavailable {
		t.Fatalf("player call: %d %v %s", status, err, raw)
	}
	var found struct{ Brand, Call, Debug string }
	status, raw = support.do(t, http.MethodGet, "/requests/"+header.Get("X-Request-Id"), "")
	if json.Unmarshal(raw, &found) != nil || found.Brand != "marmara" || found.Call != "casino/provider_list" || found.Debug != "maintenance" {
		t.Errorf("request log of the player call: %d %s", status, raw)
	}
	kill(t, p)

	p = startDemo(t, dir) // the state and the audit log survive the kill
	viewer = staffLogin(t, p.Address, "localhost", "izleyici", "Izleyici123!")
	if open, message := siteState(t, p.Address, "localhost"); open || message != "Bakımdayız" {
		t.Errorf("after kill -9: open %v, %q", open, message)
	}
	var entries []struct {
		Who, Action, Subject string
		Before, After        []struct{ State, By string }
	}
	status, raw = viewer.do(t, http.MethodGet, "/audit?limit=2", "")
	if err := json.Unmarshal(raw, &entries); err != nil || len(entries) != 2 {
		t.Fatalf("audit: %d %v %s", status, err, raw)
	}
	if e := entries[1]; e.Who != "destek" || e.Action != "maintenance" || e.Subject != "marmara" ||
		len(e.Before) != 1 || e.Before[0].State != "open" || len(e.After) != 1 || e.After[0].State != "maintenance" || e.After[0].By != "destek" {
		t.Errorf("audit entry %s", raw)
	}
}

func TestStaffAPIRejectsCrossSiteRequests(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	login := []byte(`{"username":"destek","password":"Destek123!"}`)
	for name, header := range map[string]map[string]string{
		"no panel header": {"Content-Type": "application/json"},
		"another origin":  {"Content-Type": "application/json", "panel": "frontend", "Origin": "https://other.test"},
		"another site":    {"Content-Type": "application/json", "panel": "frontend", "Sec-Fetch-Site": "cross-site"},
	} {
		c := e2e.NewClient(p.Address, "localhost", "")
		if status, _, raw, err := c.Do(http.MethodPost, "/staff/v1/login", login, header); err != nil || status != http.StatusForbidden {
			t.Errorf("%s: %d %v %s", name, status, err, raw)
		}
	}
	c := e2e.NewClient(p.Address, "localhost", "")
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "panel": "frontend"}
	if status, _, raw, err := c.Do(http.MethodPost, "/staff/v1/login", login, form); err != nil || status != http.StatusUnsupportedMediaType {
		t.Errorf("a form: %d %v %s", status, err, raw)
	}
}

func TestStaffBreakerOverrideAndPurge(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	admin := staffLogin(t, p.Address, "localhost", "yonetici", "Yonetici123!")
	mustCall(t, e2e.NewClient(p.Address, "localhost", ""), "casino/provider_list", nil, nil)
	var brands []struct {
		ID        string
		Upstreams []struct{ Name string }
	}
	status, raw := admin.do(t, http.MethodGet, "/brands", "")
	if err := json.Unmarshal(raw, &brands); err != nil || len(brands) != 3 || len(brands[0].Upstreams) == 0 {
		t.Fatalf("brands: %d %s", status, raw)
	}
	upstream := brands[0].Upstreams[0].Name
	for _, do := range [][2]string{
		{"/breakers/marmara/" + upstream + "/open", ""},
		{"/cache/purge", `{"brand":"marmara"}`},
	} {
		if status, raw := admin.do(t, http.MethodPost, do[0], do[1]); status != http.StatusOK {
			t.Fatalf("%s: %d %s", do[0], status, raw)
		}
	}
	if status, a := mustCall(t, e2e.NewClient(p.Address, "localhost", ""), "casino/provider_list", nil, nil); string(a["debug"]) != `"upstream unavailable"` {
		t.Errorf("breaker forced open, cache purged: %d %s", status, a["debug"])
	}
	if status, _ := admin.do(t, http.MethodPost, "/breakers/marmara/"+upstream+"/auto", ""); status != http.StatusOK {
		t.Errorf("breaker auto: %d", status)
	}
	if status, a := mustCall(t, e2e.NewClient(p.Address, "localhost", ""), "casino/provider_list", nil, nil); status != http.StatusOK {
		t.Errorf("call after breaker auto: %d %s", status, a["debug"])
	}
}

func TestStaffEventsIncludeMaintenance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	stream := openStaffEvents(t, p.Address, "izleyici", "Izleyici123!")
	runMaintenance(t, dir, "on", "--brand", "pera")
	for stream.Scan() {
		if stream.Text() == "event: maintenance" {
			return
		}
	}
	t.Errorf("the stream ended without an event: %v", stream.Err())
}

// openStaffEvents logs an account in and opens the event stream of the staff API.
func openStaffEvents(t *testing.T, address, name, password string) *bufio.Scanner {
	t.Helper()
	jar, _ := cookiejar.New(nil) // cannot fail without options
	browser := &http.Client{Jar: jar}
	request := func(method, path, body string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+"/staff/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "localhost"
		if method == http.MethodPost {
			r.Header.Set("panel", "frontend")
			r.Header.Set("Content-Type", "application/json")
		}
		resp, err := browser.Do(r)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v %v", path, resp, err)
		}
		t.Cleanup(func() { _ = resp.Body.Close() })
		return resp
	}
	request(http.MethodPost, "/login", `{"username":"`+name+`","password":"`+password+`"}`)
	lines := bufio.NewScanner(request(http.MethodGet, "/events", "").Body)
	if !lines.Scan() || lines.Text() != "retry: 2000" {
		t.Fatalf("first line %q", lines.Text())
	}
	return lines
}
