package pay

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// counter is a desk with one payment, named "a.b".
type counter struct {
	slip Slip
	err  error // of answering
	said []bool
}

func (c *counter) Slip(_ context.Context, token string) (Slip, error) {
	if token != "a.b" {
		return Slip{}, ErrNoSlip
	}
	return c.slip, nil
}

func (c *counter) Answer(_ context.Context, token string, confirm bool) error {
	if token != "a.b" {
		return ErrNoSlip
	}
	c.said = append(c.said, confirm)
	return c.err
}

func slip() Slip {
	return Slip{
		Lang: "en", Merchant: "Mar<mara", Provider: "Lale", Logo: "/mock/art/method/lale.svg", ID: 42, Amount: 123_450, Fee: 1_852,
		Currency: "TRY", State: Open, Until: time.Date(2026, 5, 14, 15, 15, 0, 0, time.UTC), Back: "/profile/transactions?transaction=42",
	}
}

func ask(d Desk, method, path, languages string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept-Language", languages)
	w := httptest.NewRecorder()
	Handler(d).ServeHTTP(w, r)
	return w
}

func TestAnOpenPaymentIsShownWithItsButtons(t *testing.T) {
	w := ask(&counter{slip: slip()}, http.MethodGet, Prefix+"a.b", "")
	body := w.Body.String()
	for _, want := range []string{
		`<html lang="en" dir="ltr">`, "Mar&lt;mara", "₺1,234.50", "₺18.52", "₺1,253.02", "until 18:15",
		`action="/mock/pay/a.b/confirm"`, `action="/mock/pay/a.b/cancel"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(body, "/profile/") || w.Code != http.StatusOK {
		t.Errorf("HTTP %d: an open payment leads away: %s", w.Code, body)
	}
	if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "script-src") {
		t.Errorf("policy %q", csp)
	}
}

func TestCoinsAreShownWithTheirAddress(t *testing.T) {
	s := slip()
	s.Address, s.Coins, s.Fee = "a1qxyz", "0.5", 0
	body := ask(&counter{slip: s}, http.MethodGet, Prefix+"a.b", "").Body.String()
	if !strings.Contains(body, "a1qxyz") || !strings.Contains(body, "I have sent it") || strings.Contains(body, "<dt>Fee</dt>") {
		t.Error(body)
	}
}

func TestASettledPaymentLeadsBack(t *testing.T) {
	for state, title := range map[State]string{Confirmed: "on its way", Approved: "Payment complete", Refused: "No payment was made"} {
		s := slip()
		s.State = state
		body := ask(&counter{slip: s}, http.MethodGet, Prefix+"a.b", "").Body.String()
		if !strings.Contains(body, title) || strings.Contains(body, "<form") || !strings.Contains(body, `href="/profile/transactions?transaction=42"`) {
			t.Errorf("%s: %s", state, body)
		}
		s.Back = ""
		if body := ask(&counter{slip: s}, http.MethodGet, Prefix+"a.b", "").Body.String(); strings.Contains(body, "<a ") || !strings.Contains(body, "close this page") {
			t.Errorf("%s, from elsewhere: %s", state, body)
		}
	}
}

func TestAnswersGoToTheDeskAndBackToThePage(t *testing.T) {
	for path, want := range map[string]bool{"/confirm": true, "/cancel": false} {
		for _, err := range []error{nil, ErrSettled} {
			c := &counter{slip: slip(), err: err}
			w := ask(c, http.MethodPost, Prefix+"a.b"+path, "")
			if w.Code != http.StatusSeeOther || w.Header().Get("Location") != Prefix+"a.b" || !slices.Equal(c.said, []bool{want}) {
				t.Errorf("%s, %v: HTTP %d to %q, said %v", path, err, w.Code, w.Header().Get("Location"), c.said)
			}
		}
	}
	if w := ask(&counter{err: errors.New("broken")}, http.MethodPost, Prefix+"a.b/confirm", ""); w.Code != http.StatusInternalServerError {
		t.Errorf("a desk that fails: HTTP %d", w.Code)
	}
	if w := ask(&counter{}, http.MethodGet, Prefix+"a.b/confirm", ""); w.Code == http.StatusOK {
		t.Error("a payment is confirmed by looking")
	}
}

func TestAnUnknownPaymentIsToldInTheBrowsersLanguage(t *testing.T) {
	for languages, want := range map[string]string{"ar-EG,en;q=0.5": `dir="rtl"`, "fr, de;q=0.7": `lang="de"`, "": `lang="tr"`} {
		w := ask(&counter{}, http.MethodGet, Prefix+"x", languages)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: HTTP %d, no %s", languages, w.Code, want)
		}
	}
}

func TestEveryLanguageHasEveryWordOfThePage(t *testing.T) {
	used := regexp.MustCompile(`\.Say "([a-z.]+)"`)
	want := map[string]bool{"coins.text": true}
	for _, m := range used.FindAllStringSubmatch(pageSource, -1) {
		want[m[1]] = true
	}
	for _, s := range []State{Open, Confirmed, Approved, Refused, "unknown"} {
		want[string(s)+".title"], want[string(s)+".text"] = true, true
	}
	for _, lang := range languages {
		texts := wordsFor(lang).texts
		if have := slices.Sorted(maps.Keys(texts)); !slices.Equal(have, slices.Sorted(maps.Keys(want))) {
			t.Errorf("%s has %v", lang, have)
		}
		for key, text := range texts {
			if text == "" || strings.ContainsAny(text, "٠١٢٣٤٥٦٧٨٩") {
				t.Errorf("%s %s: %q", lang, key, text)
			}
		}
	}
}

func TestTheLooksAreServed(t *testing.T) {
	if w := ask(&counter{}, http.MethodGet, stylePath, ""); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
		t.Errorf("HTTP %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}
