package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

func TestStaffRoleByBrand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	runStaff(t, dir, nil, "Uzun bir parola\n", "add", "yerel", "--role", "marmara=support", "--password-file", "-")
	if got := runStaff(t, dir, nil, "", "list"); !strings.Contains(got, "marmara=support") {
		t.Errorf("list: %s", got)
	}
	local := staffLogin(t, p.Address, "zephyr.localhost", "yerel", "Uzun bir parola")
	for _, host := range []string{"localhost", "zephyr.localhost"} {
		player := e2e.NewClient(p.Address, host, "")
		if status, a := mustCall(t, player, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
			t.Fatalf("login at %s: %d %s", host, status, a["message"])
		}
	}
	for _, row := range []struct {
		method, path, body string
		want               int
	}{
		{http.MethodPut, "/maintenance/zephyr", `{"on":true}`, http.StatusForbidden},
		{http.MethodPut, "/maintenance/*", `{"on":true}`, http.StatusForbidden},
		{http.MethodPut, "/maintenance/marmara", `{"on":true}`, http.StatusOK},
		{http.MethodPost, "/cache/purge", `{}`, http.StatusForbidden},
		{http.MethodPost, "/cache/purge", `{"brand":"marmara","class":"casino"}`, http.StatusOK},
		{http.MethodGet, "/sessions?username=demo&brand=zephyr", "", http.StatusForbidden},
		{http.MethodPost, "/breakers/marmara/mock/open", "", http.StatusForbidden},
	} {
		if status, raw := local.do(t, row.method, row.path, row.body); status != row.want {
			t.Errorf("%s %s %s: %d %s, want %d", row.method, row.path, row.body, status, raw, row.want)
		}
	}
	if open, _ := siteState(t, p.Address, "zephyr.localhost"); !open {
		t.Error("zephyr is closed")
	}
	var sessions, brands []struct{ ID, Brand string }
	_, raw := local.do(t, http.MethodGet, "/sessions?username=demo", "")
	if err := json.Unmarshal(raw, &sessions); err != nil || len(sessions) != 1 || sessions[0].Brand != "marmara" {
		t.Errorf("sessions: %v %s", err, raw)
	}
	_, raw = local.do(t, http.MethodGet, "/brands", "")
	if err := json.Unmarshal(raw, &brands); err != nil || len(brands) != 1 || brands[0].ID != "marmara" {
		t.Errorf("brands: %v %s", err, raw)
	}
	for _, e := range local.audit(t, "?action=maintenance") {
		if e.Subject != "marmara" {
			t.Errorf("audit entry %+v", e)
		}
	}
	viewer := staffLogin(t, p.Address, "localhost", "izleyici", "Izleyici123!")
	if all := viewer.audit(t, "?brand=marmara&who=yerel"); len(all) != 2 || all[0].Action != "purge" || all[1].Action != "maintenance" {
		t.Errorf("audit log of marmara: %+v", all)
	}
	status, header, csv, err := viewer.client.Do(http.MethodGet, "/staff/v1/audit.csv?brand=marmara", nil, nil) // as a link does
	if err != nil || status != http.StatusOK || strings.Count(string(csv), "\r\n") != 3 || !strings.Contains(header.Get("Content-Disposition"), ".csv") {
		t.Errorf("audit.csv: %d %v %v\n%s", status, err, header, csv)
	}
	if status, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do(http.MethodGet, "/staff/v1/openapi.yaml", nil, nil); err != nil || status != http.StatusOK || !strings.HasPrefix(string(raw), "#") {
		t.Errorf("openapi.yaml: %d %v", status, err)
	}
}
