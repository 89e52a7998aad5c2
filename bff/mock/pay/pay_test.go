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

	"croupier/bff/mock/webpage"
)

// fakeService has one payment, whose token is "a.b".
type fakeService struct {
	payment   Payment
	err       error // of Decide
	decisions []bool
}

func (c *fakeService) Payment(_ context.Context, token string) (Payment, error) {
	if token != "a.b" {
		return Payment{}, ErrNotFound
	}
	return c.payment, nil
}

func (c *fakeService) Decide(_ context.Context, token string, confirm bool) error {
	if token != "a.b" {
		return ErrNotFound
	}
	c.decisions = append(c.decisions, confirm)
	return c.err
}

func openPayment() Payment {
	return Payment{
		Lang: "en", Merchant: "Mar<mara", Provider: "Lale", Logo: "/mock/art/method/lale.svg", ID: 42, Amount: 123_450, Fee: 1_852,
		Currency: "TRY", State: Open, Until: time.Date(2026, 5, 14, 15, 15, 0, 0, time.UTC), Back: "/profile/transactions?transaction=42",
	}
}

func request(s Service, method, path, languages string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept-Language", languages)
	w := httptest.NewRecorder()
	Handler(s).ServeHTTP(w, r)
	return w
}

func TestOpenPaymentHasButtons(t *testing.T) {
	w := request(&fakeService{payment: openPayment()}, http.MethodGet, Prefix+"a.b", "")
	body := w.Body.String()
	for _, want := range []string{
		`<html lang="en" dir="ltr">`, "Mar&lt;mara", "1,234.50\u00a0TL", "18.52\u00a0TL", "1,253.02\u00a0TL", "until 18:15",
		`action="/mock/pay/a.b/confirm"`, `action="/mock/pay/a.b/cancel"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(body, "/profile/") || w.Code != http.StatusOK {
		t.Errorf("HTTP %d: an open payment links away: %s", w.Code, body)
	}
	if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "script-src") {
		t.Errorf("policy %q", csp)
	}
}

func TestCoinPaymentShowsAddress(t *testing.T) {
	s := openPayment()
	s.Address, s.Coins, s.Fee = "a1qxyz", "0.5", 0
	body := request(&fakeService{payment: s}, http.MethodGet, Prefix+"a.b", "").Body.String()
	if !strings.Contains(body, "a1qxyz") || !strings.Contains(body, "I have sent it") || strings.Contains(body, "<dt>Fee</dt>") {
		t.Error(body)
	}
}

func TestSettledPaymentLinksBack(t *testing.T) {
	for state, title := range map[State]string{Confirmed: "on its way", Approved: "Payment complete", Refused: "No payment was made"} {
		s := openPayment()
		s.State = state
		body := request(&fakeService{payment: s}, http.MethodGet, Prefix+"a.b", "").Body.String()
		if !strings.Contains(body, title) || strings.Contains(body, "<form") || !strings.Contains(body, `href="/profile/transactions?transaction=42"`) {
			t.Errorf("%s: %s", state, body)
		}
		s.Back = ""
		if body := request(&fakeService{payment: s}, http.MethodGet, Prefix+"a.b", "").Body.String(); strings.Contains(body, "<a ") || !strings.Contains(body, "close this page") {
			t.Errorf("%s, without a link back: %s", state, body)
		}
	}
}

func TestDecisionsRedirectToThePage(t *testing.T) {
	for path, want := range map[string]bool{"/confirm": true, "/cancel": false} {
		for _, err := range []error{nil, ErrSettled} {
			c := &fakeService{payment: openPayment(), err: err}
			w := request(c, http.MethodPost, Prefix+"a.b"+path, "")
			if w.Code != http.StatusSeeOther || w.Header().Get("Location") != Prefix+"a.b" || !slices.Equal(c.decisions, []bool{want}) {
				t.Errorf("%s, %v: HTTP %d to %q, decisions %v", path, err, w.Code, w.Header().Get("Location"), c.decisions)
			}
		}
	}
	if w := request(&fakeService{err: errors.New("broken")}, http.MethodPost, Prefix+"a.b/confirm", ""); w.Code != http.StatusInternalServerError {
		t.Errorf("a service that fails: HTTP %d", w.Code)
	}
	if w := request(&fakeService{}, http.MethodGet, Prefix+"a.b/confirm", ""); w.Code == http.StatusOK {
		t.Error("GET confirms a payment")
	}
}

func TestUnknownPaymentUsesTheBrowserLanguage(t *testing.T) {
	for languages, want := range map[string]string{"ar-EG,en;q=0.5": `dir="rtl"`, "fr, de;q=0.7": `lang="de"`, "": `lang="tr"`} {
		w := request(&fakeService{}, http.MethodGet, Prefix+"x", languages)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: HTTP %d, no %s", languages, w.Code, want)
		}
	}
}

func TestEveryLanguageHasAllTexts(t *testing.T) {
	used := regexp.MustCompile(`\.Text "([a-z.]+)"`)
	want := map[string]bool{"coins.text": true}
	for _, m := range used.FindAllStringSubmatch(pageSource, -1) {
		want[m[1]] = true
	}
	for _, s := range []State{Open, Confirmed, Approved, Refused, "unknown"} {
		want[string(s)+".title"], want[string(s)+".text"] = true, true
	}
	for _, lang := range webpage.Languages {
		texts := allTexts()[lang]
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

func TestStyleSheetIsServed(t *testing.T) {
	if w := request(&fakeService{}, http.MethodGet, stylePath, ""); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
		t.Errorf("HTTP %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}
