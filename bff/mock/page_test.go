package mock_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"croupier/bff/mock"
)

func withContract(t *testing.T) *client {
	t.Helper()
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, Control: true, Contract: loadContract(t)})
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, handler: c.Handler(), site: "889", lang: "tr"}
}

func TestPageServesItsFiles(t *testing.T) {
	h := withContract(t)
	index := h.send(http.MethodGet, "/__mock/", nil)
	if index.Code != http.StatusOK || !strings.HasPrefix(index.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("HTTP %d %v", index.Code, index.Header())
	}
	policy := index.Header().Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy %q lacks %s", policy, part)
		}
	}
	html := index.Body.String()
	if strings.Contains(html, "style=") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(html) {
		t.Error("the policy lets neither styles nor scripts stand in the page")
	}
	used := map[string]bool{"index.html": true}
	for _, m := range regexp.MustCompile(`/__mock/page/([a-z.]+)`).FindAllStringSubmatch(html, -1) {
		used[m[1]] = true
	}
	imports := regexp.MustCompile(`from '\./([a-z.]+)'`)
	shared := regexp.MustCompile(`from '(/[^']+)'`)
	names, err := fs.Glob(os.DirFS("page"), "*")
	if err != nil || len(names) < 5 {
		t.Fatalf("%v: %v", names, err)
	}
	for _, name := range names {
		w := h.send(http.MethodGet, "/__mock/page/"+name, nil)
		if w.Code != http.StatusOK || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: HTTP %d", name, w.Code)
		}
		if path.Ext(name) == ".js" && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
			t.Errorf("%s is %s", name, w.Header().Get("Content-Type"))
		}
		for _, m := range imports.FindAllStringSubmatch(w.Body.String(), -1) {
			used[m[1]] = true
		}
		for _, m := range shared.FindAllStringSubmatch(w.Body.String(), -1) {
			if got := h.send(http.MethodGet, m[1], nil); got.Code != http.StatusOK {
				t.Errorf("%s imports %s: HTTP %d", name, m[1], got.Code)
			}
		}
	}
	for _, name := range names {
		if !used[name] {
			t.Errorf("nothing uses %s", name)
		}
		delete(used, name)
	}
	for name := range used {
		t.Errorf("%s is used and not there", name)
	}
	if w := h.send(http.MethodGet, "/__mock/page/nothing.js", nil); w.Code != http.StatusNotFound {
		t.Errorf("an unknown file: HTTP %d", w.Code)
	}
}

func TestPageAllowsLinksOfOtherSites(t *testing.T) {
	h := withContract(t)
	for at, status := range map[string]int{"/__mock/": http.StatusOK, "/__mock/state": http.StatusForbidden} {
		r := httptest.NewRequest(http.MethodGet, at, nil)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%s: HTTP %d, want %d", at, w.Code, status)
		}
	}
	w := h.send(http.MethodGet, "/__mock/page/main.js", nil)
	r := httptest.NewRequest(http.MethodGet, "/__mock/page/main.js", nil)
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	again := httptest.NewRecorder()
	h.handler.ServeHTTP(again, r)
	if again.Code != http.StatusNotModified {
		t.Errorf("a file that has not changed: HTTP %d", again.Code)
	}
}

func TestContractIsComplete(t *testing.T) {
	h := withContract(t)
	w := h.send(http.MethodGet, "/__mock/contract", nil)
	var got struct {
		Calls []struct {
			Class, Method, Who, Kind, Request, Answer string
			Cache                                     *struct{ TTL int }
			Variants                                  []struct{ When map[string]any }
			Examples                                  []struct{ Data, Answer json.RawMessage }
		}
		Schemas map[string]json.RawMessage
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
		t.Fatalf("HTTP %d, %v", w.Code, err)
	}
	known := loadContract(t)
	if len(got.Calls) != len(known.Calls()) {
		t.Errorf("%d calls, the contract has %d", len(got.Calls), len(known.Calls()))
	}
	refs := regexp.MustCompile(`"\$ref":"[^"]*/([^"/]+)"`)
	for i, c := range got.Calls {
		call := known.Calls()[i]
		if c.Class != call.Class || c.Method != call.Method || c.Who != string(call.Rules.Who) || c.Kind != string(call.Rules.Kind) {
			t.Errorf("call %d is %s/%s %s %s", i, c.Class, c.Method, c.Who, c.Kind)
		}
		if call.Rules.Cache.Cacheable() != (c.Cache != nil) || len(c.Examples) == 0 || len(c.Variants) != len(known.Variants(call)) {
			t.Errorf("%s: %+v", call.Name(), c)
		}
		for _, name := range []string{c.Request, c.Answer} {
			if got.Schemas[name] == nil {
				t.Errorf("%s: unknown schema %s", call.Name(), name)
			}
		}
	}
	for name, raw := range got.Schemas {
		for _, m := range refs.FindAllStringSubmatch(string(raw), -1) {
			if got.Schemas[m[1]] == nil {
				t.Errorf("%s refers to unknown %s", name, m[1])
			}
		}
	}
	// Fields are in the order of the file.
	if game := string(got.Schemas["Game"]); strings.Index(game, `"gameID"`) > strings.Index(game, `"jackpot"`) {
		t.Errorf("the fields of a game are not in order: %.200s", game)
	}
	if w := open(t, 1).send(http.MethodGet, "/__mock/contract", nil); w.Code != http.StatusNotFound {
		t.Errorf("a mock without a contract: HTTP %d", w.Code)
	}
}
