package e2e_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// command runs the binary and returns what it prints; it has to succeed.
func command(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(context.WithoutCancel(t.Context()), binary, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// openPreview opens the link of a preview and returns the cookie that it sets.
func openPreview(t *testing.T, p *e2e.Process, link *url.URL) (cookie string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.Address+link.RequestURI(), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = link.Host
	answer, err := http.DefaultTransport.RoundTrip(r) // follows no redirect
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	cookie, attributes, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	if answer.StatusCode != http.StatusSeeOther || !strings.Contains(attributes, "HttpOnly") {
		t.Fatalf("the link: %d %v", answer.StatusCode, answer.Header)
	}
	return cookie
}

// A fourth brand goes live in a running server; a draft of it is seen by one browser, on every instance, until it is
// published.
func TestBrandIsMadePreviewedAndPublished(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", nil)
	dir := filepath.Dir(file)
	keys := filepath.Join(t.TempDir(), "keys.json")
	command(t, "keys", "new", "--keys-file", keys)
	data := [2]string{t.TempDir(), t.TempDir()}
	var instances [2]*e2e.Process
	for i := range instances {
		instances[i] = startServer(t, []string{"CROUPIER_KEYS_FILE=" + keys}, data[i], "--config", file)
	}
	command(t, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--host", "bogaz.localhost", "--site-id", "113")
	page := func(p *e2e.Process, cookie string) (text string, header http.Header) {
		t.Helper()
		status, header, raw, err := e2e.NewClient(p.Address, "bogaz.localhost", "").Do(http.MethodGet, "/v1/bootstrap", nil, map[string]string{"Cookie": cookie})
		if err != nil || status != http.StatusOK && status != http.StatusMisdirectedRequest {
			t.Fatal(status, err)
		}
		return string(raw), header
	}
	shows := func(p *e2e.Process, cookie, name string) func() bool {
		return func() bool { text, _ := page(p, cookie); return strings.Contains(text, `"name":"`+name+`"`) }
	}
	for _, p := range instances {
		eventually(t, "the new brand", shows(p, "", "Bogaz"))
	}

	command(t, "brand", "draft", "bogaz", "--config", file)
	replaceFile(t, filepath.Join(dir, "drafts", "bogaz", "brand.yaml"), "name: Bogaz\n", "name: Boğaz Yeni\n")
	var link string
	eventually(t, "the link", func() bool {
		out, err := exec.CommandContext(t.Context(), binary, "brand", "preview", "bogaz", "--config", file, "--data-dir", data[0]).CombinedOutput()
		link, _, _ = strings.Cut(string(out), "\n")
		return err == nil
	})
	at, err := url.Parse(link)
	if _, port, _ := net.SplitHostPort(instances[0].Address); err != nil || at.Host != "bogaz.localhost:"+port {
		t.Fatalf("link %s, %v", link, err)
	}
	cookie := openPreview(t, instances[0], at)
	for _, p := range instances {
		eventually(t, "the draft", shows(p, cookie, "Boğaz Yeni"))
		if _, header := page(p, cookie); header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("a preview may be cached: %v", header)
		}
		if !shows(p, "", "Bogaz")() {
			t.Error("others see the draft")
		}
	}
	// Calls of the preview use the published brand's cache entries.
	client := e2e.NewClient(instances[0].Address, "bogaz.localhost", "")
	for _, want := range []struct{ cookie, cache string }{{cookie, "MISS"}, {"", "HIT"}, {cookie, "HIT"}} {
		status, header, raw, err := client.Call("casino/provider_list", map[string]any{}, map[string]string{"Cookie": want.cookie})
		if err != nil || status != http.StatusOK || header.Get("Croupier-Cache") != want.cache {
			t.Errorf("a call: %d %s, want %s: %v %.200s", status, header.Get("Croupier-Cache"), want.cache, err, raw)
		}
	}
	if out := command(t, "brand", "diff", "bogaz", "--config", file); out != "~ name: \"Bogaz\" → \"Boğaz Yeni\"\nbogaz: 1 change\n" {
		t.Errorf("diff: %s", out)
	}
	command(t, "brand", "publish", "bogaz", "--config", file)
	for _, p := range instances {
		eventually(t, "the published draft", shows(p, "", "Boğaz Yeni"))
	}
}
