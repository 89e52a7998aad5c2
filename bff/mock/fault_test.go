package mock_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// network serves a casino over a real connection, which faults can break.
func network(t *testing.T, h *client) func(ctx context.Context, call string) (*http.Response, []byte, error) {
	t.Helper()
	s := httptest.NewServer(h.handler)
	t.Cleanup(s.Close)
	return func(ctx context.Context, call string) (*http.Response, []byte, error) {
		class, method, _ := strings.Cut(call, "/")
		body := `{"api":{"class":"` + class + `","method":"` + method + `"},"data":{"Lang":"tr"}}`
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/endpoint/v1", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Close = true
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, nil, err
		}
		defer func() { _ = resp.Body.Close() }()
		b, err := io.ReadAll(resp.Body)
		return resp, b, err
	}
}

func (h *client) control(path string, body any) {
	h.t.Helper()
	w := h.send(http.MethodPost, "/__mock/"+path, body)
	if w.Code != http.StatusOK {
		h.t.Fatalf("%s: HTTP %d: %s", path, w.Code, w.Body)
	}
}

func TestFaultKinds(t *testing.T) {
	refused := func(b []byte, message string) bool {
		var a answer
		return json.Unmarshal(b, &a) == nil && !a.Result && a.Message == message
	}
	for _, c := range []struct {
		fault map[string]any
		check func(*http.Response, []byte, error) bool
	}{
		{map[string]any{"kind": "delay", "latency_ms": 1}, func(r *http.Response, b []byte, err error) bool {
			return err == nil && r.StatusCode == http.StatusOK && strings.Contains(string(b), `"result":true`)
		}},
		{map[string]any{"kind": "status", "status": 503}, func(r *http.Response, b []byte, err error) bool {
			return err == nil && r.StatusCode == http.StatusServiceUnavailable && !json.Valid(b)
		}},
		{map[string]any{"kind": "malformed"}, func(r *http.Response, b []byte, err error) bool {
			return err == nil && r.StatusCode == http.StatusOK && !json.Valid(b)
		}},
		{map[string]any{"kind": "truncated"}, func(r *http.Response, b []byte, err error) bool {
			return errors.Is(err, io.ErrUnexpectedEOF) && !json.Valid(b)
		}},
		{map[string]any{"kind": "wrong-type"}, func(_ *http.Response, b []byte, err error) bool {
			var a answer
			return err == nil && json.Valid(b) && json.Unmarshal(b, &a) != nil
		}},
		{map[string]any{"kind": "huge"}, func(_ *http.Response, b []byte, err error) bool {
			return err == nil && len(b) > 30<<20 && json.Valid(b)
		}},
		{map[string]any{"kind": "reset"}, func(_ *http.Response, _ []byte, err error) bool {
			return err != nil
		}},
		{map[string]any{"kind": "expired"}, func(_ *http.Response, b []byte, err error) bool {
			return err == nil && refused(b, "Oturum Süresi Doldu")
		}},
		{map[string]any{"kind": "maintenance"}, func(_ *http.Response, b []byte, err error) bool {
			return err == nil && refused(b, "This site is under maintenance")
		}},
	} {
		h := open(t, 1)
		ask := network(t, h)
		c.fault["call"], c.fault["times"] = "habanero/getJackpots", 1
		h.control("fault", c.fault)
		if r, b, err := ask(t.Context(), "habanero/getJackpots"); !c.check(r, b, err) {
			t.Errorf("%v: %v %.200s", c.fault["kind"], err, b)
		}
		if r, b, err := ask(t.Context(), "habanero/getJackpots"); err != nil || r.StatusCode != http.StatusOK || !json.Valid(b) {
			t.Errorf("%v applies twice: %v %.200s", c.fault["kind"], err, b)
		}
	}
}

func TestHangEndsWithTheRequest(t *testing.T) {
	h := open(t, 1)
	ask := network(t, h)
	h.control("fault", map[string]any{"call": "system/ping", "kind": "hang"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := ask(ctx, "system/ping"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestScenarios(t *testing.T) {
	for _, c := range []struct {
		scenario, call string
		session        bool
		data           map[string]any
		message        string
		data0          string
	}{
		{"maintenance", "casino/games_list", false, nil, "This site is under maintenance", ""},
		{"session-expired", "finance/check_balance", true, nil, "Oturum Süresi Doldu", ""},
		{"session-expired", "casino/games_list", false, map[string]any{"limit": 1}, "", ""},
		{"inactive", "user/login", false, map[string]any{"username": "demo", "password": "Demo123"}, "Hesap Aktif Değil", ""},
		{"insufficient-funds", "finance/save_bank_transfer", true, map[string]any{"Type": 1, "methodID": 11, "amount": 100, "bankID": 1}, "Bakiyeniz Yetersiz", ""},
		{"provider-down", "casino/init_game", true, map[string]any{"gameID": 1001}, "Internal Server Error", ""},
		{"provider-down", "virtualgames/init_game", true, map[string]any{"providerID": 1}, "Internal Server Error", ""},
		{"empty", "casino/games_list", false, nil, "", "[]"},
		{"empty", "cmscontroller/getIcSlider", false, nil, "", `{"items":[]}`},
		{"empty", "finance/list_cash_methods_new", true, map[string]any{"Type": 1}, "", `{"methods_list":[]}`},
		{"empty", "finance/list_transactions", true, nil, "Kayıt Bulunamadı", ""},
	} {
		guest := open(t, 1)
		player := guest.login("demo")
		guest.control("scenario", map[string]any{"name": c.scenario})
		h := guest
		if c.session {
			h = player
		}
		got := h.call(c.call, c.data)
		if got.Message != c.message || got.Result != (c.message == "") {
			t.Errorf("%s %s: %v %q, want %q", c.scenario, c.call, got.Result, got.Message, c.message)
		}
		if c.data0 != "" && string(got.Data) != c.data0 {
			t.Errorf("%s %s: %.100s, want %s", c.scenario, c.call, got.Data, c.data0)
		}
		if c.scenario == "empty" && got.Pagination != nil && got.Pagination.Total != 0 {
			t.Errorf("%s: an empty list of %d", c.call, got.Pagination.Total)
		}
		guest.control("scenario", map[string]any{"name": "happy"})
		if got := h.call(c.call, c.data); !got.Result {
			t.Errorf("%s %s: still %q when happy", c.scenario, c.call, got.Message)
		}
	}
}
