package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/config"
	"croupier/bff/conformance"
	"croupier/bff/store/storetest/realredis"
)

// writePlatformConfig writes a configuration whose brands use the platform at url.
func writePlatformConfig(t *testing.T, url string) string {
	t.Helper()
	return writeConfig(t, strings.Replace(validConfig, "adapter: mock", "adapter: envelope\n    url: "+url, 1))
}

func TestCheckUpstream(t *testing.T) {
	response := `{"result":true,"message":"","data":{"nonsense":1},"code":200,"debug":null,"pagination":null}`
	received := map[string]bool{}
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var body struct {
			API struct{ Class, Method string } `json:"api"`
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			t.Errorf("%v in %s", err, raw)
		}
		received[body.API.Class+"/"+body.API.Method] = true
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(response))
	}))
	defer platform.Close()

	code, out, _ := runCommand(t, "check", "--config", writePlatformConfig(t, platform.URL))
	if code != exitOK || len(received) != 0 {
		t.Errorf("check without --upstream: status %d, calls %v, %s", code, received, out)
	}
	code, out, _ = runCommand(t, "check", "--upstream", "--config", writePlatformConfig(t, platform.URL))
	for _, want := range []string{"marmara: ", "zephyr: ", "failed casino/games_list", "failed cmscontroller/getSlider"} {
		if code != exitFailure || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in:\n%s", code, want, out)
		}
	}
	if strings.Contains(out, "fine") {
		t.Errorf("no fault reported:\n%s", out)
	}
	for _, unwanted := range []string{"user/login", "finance/check_balance", "user/register"} {
		if received[unwanted] {
			t.Errorf("%s was sent without a session", unwanted)
		}
	}

	code, out, _ = runCommand(t, "check", "--upstream", "--format", "json", "--config", writePlatformConfig(t, platform.URL))
	var report checked
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitFailure || len(report.Upstreams) != 3 || report.Upstreams["pera"].Count(conformance.Failed) == 0 {
		t.Errorf("status %d: %+v", code, report)
	}
}

func TestCheckReportsUnknownCallsOfMapping(t *testing.T) {
	file := writeConfig(t, strings.Replace(validConfig, "adapter: mock", "adapter: rest\n    url: https://platform.example\n    mapping: platform.yaml", 1))
	mapping := filepath.Join(filepath.Dir(file), "platform.yaml")
	if err := os.WriteFile(mapping, []byte("version: 1\ncalls:\n  casino/deal: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := runCommand(t, "check", "--config", file)
	if code != exitFailure || !strings.Contains(errOut, mapping+":3:3: ") || !strings.Contains(errOut, "casino/deal") {
		t.Errorf("status %d:\n%s%s", code, out, errOut)
	}
}

func TestCheckShowsWarnings(t *testing.T) {
	file := writeConfig(t, validConfig+"admin_listen: \":9090\"\n")
	code, out, errOut := runCommand(t, "check", "--config", file)
	if code != exitOK || out != "fine: 3 brands, 1 warning\n" || !strings.HasPrefix(errOut, file+":6:15: warning: admin_listen: ") {
		t.Errorf("status %d:\n%s%s", code, out, errOut)
	}
	if code, out, errOut := runCommand(t, "check", "--strict", "--config", file); code != exitFailure || !strings.Contains(errOut, "warning: admin_listen") {
		t.Errorf("strict: status %d:\n%s%s", code, out, errOut)
	}
	if code, out, errOut := runCommand(t, "check", "--strict"); code != exitOK || errOut != "" {
		t.Errorf("the demo, strict: status %d:\n%s%s", code, out, errOut)
	}
	code, out, _ = runCommand(t, "check", "--format", "json", "--config", file)
	var report struct{ Faults config.Faults }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitOK || len(report.Faults) != 1 || report.Faults[0].Severity != config.SeverityWarning || !strings.Contains(out, `"severity": "warning"`) {
		t.Errorf("status %d: %s", code, out)
	}
}

func TestCheckWarnsOfARedisThatForgets(t *testing.T) {
	redis := realredis.Start(t)
	file := writeConfig(t, validConfig+"redis: { url: \""+redis.URL()+"\" }\n")
	for _, row := range []struct{ name, appendonly, want string }{
		{"a Redis that persists nothing", "no", ":6:15: warning: redis.url: redis persists nothing"},
		{"a Redis that persists", "yes", ""},
	} {
		for setting, value := range map[string]string{"appendonly": row.appendonly, "maxmemory-policy": "noeviction"} {
			if _, err := redis.Do("CONFIG", "SET", setting, value); err != nil {
				t.Fatal(err)
			}
		}
		code, out, errOut := runCommand(t, "check", "--config", file)
		if code != exitOK || !strings.Contains(errOut, row.want) || (errOut == "") != (row.want == "") {
			t.Errorf("%s: status %d:\n%s%s", row.name, code, out, errOut)
		}
	}
}

func TestCheckPrintsSchemas(t *testing.T) {
	for kind, field := range map[string]string{"server": "admin_listen", "brand": "site_id", "mapping": "calls"} {
		code, out, errOut := runCommand(t, "check", "--schema", kind)
		var schema struct {
			Schema     string `json:"$schema"`
			Properties map[string]any
		}
		if err := json.Unmarshal([]byte(out), &schema); err != nil || code != exitOK || schema.Properties[field] == nil || !strings.Contains(schema.Schema, "2020-12") {
			t.Errorf("%s: status %d, %v: %s", kind, code, err, errOut)
		}
	}
	if code, _, errOut := runCommand(t, "check", "--schema", "player"); code != exitUsage || !strings.Contains(errOut, "server, brand, mapping") {
		t.Errorf("an unknown kind: status %d: %s", code, errOut)
	}
}
