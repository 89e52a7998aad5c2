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

	"croupier/bff/conformance"
)

// platformOf is a configuration whose brands go to a platform at url.
func platformOf(t *testing.T, url string) string {
	t.Helper()
	return configured(t, strings.Replace(good, "adapter: mock", "adapter: envelope\n    url: "+url, 1))
}

func TestCheckUpstream(t *testing.T) {
	flags := `{"result":true,"message":"","data":{"nonsense":1},"code":200,"debug":null,"pagination":null}`
	asked := map[string]bool{}
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var body struct {
			API struct{ Class, Method string } `json:"api"`
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			t.Errorf("%v in %s", err, raw)
		}
		asked[body.API.Class+"/"+body.API.Method] = true
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(flags))
	}))
	defer platform.Close()

	code, out, _ := started(t, "check", "--config", platformOf(t, platform.URL))
	if code != exitOK || len(asked) != 0 {
		t.Errorf("the platform is asked unasked: %d, %v, %s", code, asked, out)
	}
	code, out, _ = started(t, "check", "--upstream", "--config", platformOf(t, platform.URL))
	for _, want := range []string{"marmara: ", "zephyr: ", "failed casino/games_list", "failed cmscontroller/getSlider"} {
		if code != exitFailure || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in:\n%s", code, want, out)
		}
	}
	if strings.Contains(out, "fine") {
		t.Errorf("it is fine all the same:\n%s", out)
	}
	for _, mustNot := range []string{"user/login", "finance/check_balance", "user/register"} {
		if asked[mustNot] {
			t.Errorf("%s was sent as a guest's question", mustNot)
		}
	}

	code, out, _ = started(t, "check", "--upstream", "--format", "json", "--config", platformOf(t, platform.URL))
	var told checked
	if err := json.Unmarshal([]byte(out), &told); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitFailure || len(told.Upstreams) != 3 || told.Upstreams["pera"].Count(conformance.Failed) == 0 {
		t.Errorf("status %d: %+v", code, told)
	}
}

func TestCheckReportsUnknownCallsOfMapping(t *testing.T) {
	file := configured(t, strings.Replace(good, "adapter: mock", "adapter: rest\n    url: https://platform.example\n    mapping: platform.yaml", 1))
	mapping := filepath.Join(filepath.Dir(file), "platform.yaml")
	if err := os.WriteFile(mapping, []byte("version: 1\ncalls:\n  casino/deal: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := started(t, "check", "--config", file)
	if code != exitFailure || !strings.Contains(errOut, mapping+":3: ") || !strings.Contains(errOut, "casino/deal") {
		t.Errorf("status %d:\n%s%s", code, out, errOut)
	}
}
