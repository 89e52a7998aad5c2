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

	"github.com/stretchr/testify/assert"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// fakeService has one payment, whose token is "a.b".
type fakeService struct {
	payment   Payment
	err       error // of Decide
	decisions []bool
}

func (c *fakeService) Payment(_ context.Context, token string) (Payment, error) {
	if token != "a.b" {
		return Payment{}, world.ErrNoRecords
	}
	return c.payment, nil
}

func (c *fakeService) Decide(_ context.Context, token string, confirm bool) error {
	if token != "a.b" {
		return world.ErrNoRecords
	}
	c.decisions = append(c.decisions, confirm)
	return c.err
}

func openPayment() Payment {
	return Payment{
		Merchant: "Mar<mara", Provider: "Lale", Logo: "/mock/art/method/lale.svg", ProviderPayment: world.ProviderPayment{
			Locale: world.Locale{Lang: "en"}, ID: 42, Amount: 123_450, Fee: 1_852, Open: true,
			Until: time.Date(2026, 5, 14, 15, 15, 0, 0, time.UTC), Back: "/profile/transactions?transaction=42",
		},
	}
}

const address = Prefix + "a.b"

func request(s Service, method, path, languages string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept-Language", languages)
	w := httptest.NewRecorder()
	Handler(s).ServeHTTP(w, r)
	return w
}

// TestPages changes an open payment and checks which texts its page has, and which it has not.
func TestPages(t *testing.T) {
	const back, close, form = `href="/profile/transactions?transaction=42"`, "close this page", "<form"
	for name, c := range map[string]struct {
		change func(*Payment)
		has    []string
		lacks  []string
	}{
		"open": {func(*Payment) {}, []string{
			`<html lang="en" dir="ltr">`, "Mar&lt;mara", "1,234.50\u00a0TL", "18.52\u00a0TL", "1,253.02\u00a0TL", "until 18:15",
			`action="/mock/pay/a.b/confirm"`, `action="/mock/pay/a.b/cancel"`,
		}, []string{"/profile/"}},
		"coins": {
			func(p *Payment) { p.Address, p.Coins, p.Fee = "a1qxyz", "0.5", 0 },
			[]string{"a1qxyz", "I have sent it"},
			[]string{"<dt>Fee</dt>"},
		},
		"confirmed": {func(p *Payment) { p.Open, p.Status = false, world.StatusWaiting }, []string{"on its way", back}, []string{form}},
		"approved":  {func(p *Payment) { p.Open, p.Status = false, world.StatusApproved }, []string{"Payment complete", back}, []string{form}},
		"refused":   {func(p *Payment) { p.Open, p.Status = false, world.StatusRefused }, []string{"No payment was made", back}, []string{form}},
		"no link back": {
			func(p *Payment) { p.Open, p.Status, p.Back = false, world.StatusApproved, "" }, []string{"Payment complete", close}, []string{"<a ", form},
		},
	} {
		p := openPayment()
		c.change(&p)
		w := request(&fakeService{payment: p}, http.MethodGet, address, "")
		assert.Equal(t, http.StatusOK, w.Code, name)
		for _, text := range c.has {
			assert.Contains(t, w.Body.String(), text, name)
		}
		for _, text := range c.lacks {
			assert.NotContains(t, w.Body.String(), text, name)
		}
		assert.Contains(t, w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'")
		assert.NotContains(t, w.Header().Get("Content-Security-Policy"), "script-src")
	}
	for languages, want := range map[string]string{"ar-EG,en;q=0.5": `dir="rtl"`, "": `lang="tr"`} {
		w := request(&fakeService{}, http.MethodGet, Prefix+"x", languages)
		assert.Equal(t, http.StatusNotFound, w.Code, languages)
		assert.Contains(t, w.Body.String(), want, languages)
	}
	assert.Contains(t, request(&fakeService{}, http.MethodGet, stylePath, "").Header().Get("Content-Type"), "text/css")
}

func TestDecisionsRedirectToThePage(t *testing.T) {
	for path, want := range map[string]bool{"/confirm": true, "/cancel": false} {
		for _, err := range []error{nil, world.ErrSettled} {
			c := &fakeService{payment: openPayment(), err: err}
			w := request(c, http.MethodPost, address+path, "")
			assert.Equal(t, http.StatusSeeOther, w.Code, path)
			assert.Equal(t, address, w.Header().Get("Location"), path)
			assert.Equal(t, []bool{want}, c.decisions, path)
		}
	}
	broken := &fakeService{err: errors.New("broken")}
	assert.Equal(t, http.StatusInternalServerError, request(broken, http.MethodPost, address+"/confirm", "").Code)
	assert.NotEqual(t, http.StatusOK, request(&fakeService{}, http.MethodGet, address+"/confirm", "").Code)
}

func TestEveryLanguageHasAllTexts(t *testing.T) {
	used := regexp.MustCompile(`{{text\.([a-z.]+)}}`)
	want := map[string]bool{"coins.text": true}
	for _, m := range used.FindAllStringSubmatch(pageSource, -1) {
		want[m[1]] = true
	}
	for _, s := range []State{Open, Confirmed, Approved, Refused, "unknown"} {
		want[string(s)+".title"], want[string(s)+".text"] = true, true
	}
	for _, lang := range webpage.Languages {
		texts := allTexts()[lang]
		assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(texts)), lang)
		for key, text := range texts {
			assert.True(t, text != "" && !strings.ContainsAny(text, "٠١٢٣٤٥٦٧٨٩"), "%s %s: %q", lang, key, text)
		}
	}
}
