package mock_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff/mock"
)

type paid struct {
	TransactionID int `json:"transaction_id"`
	Status        int
	URL, QR       string
}

// keyed posts a money call with an Idempotency-Key.
func (h *client) keyed(key, call string, data map[string]any) answer {
	h.t.Helper()
	class, method, _ := strings.Cut(call, "/")
	full := map[string]any{"Lang": h.lang}
	for k, v := range data {
		full[k] = v
	}
	body, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": full, "user": h.user})
	if err != nil {
		h.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/endpoint/v1", bytes.NewReader(body))
	r.Header.Set("Idempotency-Key", key)
	r.Header.Set("X-Site-Id", h.site)
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		h.t.Fatal(err)
	}
	return a
}

func TestRepeatedIdempotencyKeyMovesNoMoney(t *testing.T) {
	h := open(t, 1).login("yeni")
	data := map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": 100, "phone": "+905551112233"}
	first := h.keyed("k1", "prepayServices/processTransaction", data)
	in := *h
	in.lang = "en" // the language is not part of the request's identity
	again := in.keyed("k1", "prepayServices/processTransaction", data)
	if !first.Result || string(first.Data) != string(again.Data) || first.Message != again.Message || h.balance() != "100" {
		t.Errorf("%s and %s, balance %s", first.Data, again.Data, h.balance())
	}
	data["amount"] = 200
	if got := h.keyed("k1", "prepayServices/processTransaction", data); got.Result || got.Code != http.StatusConflict {
		t.Errorf("another amount: %+v", got)
	}
	if got := h.keyed("k1", "user/claim_bonus", map[string]any{"bonusID": 1}); got.Code != http.StatusConflict {
		t.Errorf("another call: %+v", got)
	}
	if got := h.keyed("k2", "prepayServices/processTransaction", data); !got.Result || h.balance() != "300" {
		t.Errorf("another key: %+v, balance %s", got, h.balance())
	}
}

func TestDepositIsConfirmedAtItsProvider(t *testing.T) {
	h := open(t, 1).login("yeni")
	card := map[string]any{"Type": 1, "transferType": 5, "methodID": 23, "amount": 250, "card_number": "4111111111111111", "national_id": "10000000146"}
	for name, wrong := range map[string]struct {
		key, value, message string
	}{
		"a card number with a slip":  {"card_number", "4111111111111112", "Kart numarası hatalı"},
		"an identity that is none":   {"national_id", "10000000147", "T.C. kimlik numarası hatalı"},
		"a field that is left empty": {"card_number", "", "Lütfen zorunlu alanları doldurunuz"},
	} {
		original := card[wrong.key]
		card[wrong.key] = wrong.value
		if got := h.call("prepayServices/processTransaction", card); got.Message != wrong.message {
			t.Errorf("%s: %q", name, got.Message)
		}
		card[wrong.key] = original
	}
	got := checked[paid](h, "prepayServices/processTransaction", card)
	if got.Status != 1001 || !strings.HasPrefix(got.URL, "/mock/pay/main.") || got.QR != "" {
		t.Fatalf("%+v", got)
	}
	page := h.send(http.MethodGet, got.URL, nil)
	if body := page.Body.String(); page.Code != http.StatusOK || !strings.Contains(body, "255,00") || !strings.Contains(body, "/mock/art/method/marti.svg?v=1") {
		t.Errorf("HTTP %d: %s", page.Code, body)
	}
	if logo := h.send(http.MethodGet, "/mock/art/method/marti.svg?v=1", nil); logo.Code != http.StatusOK {
		t.Errorf("its logo: HTTP %d", logo.Code)
	}
	if w := h.send(http.MethodPost, got.URL+"/confirm", nil); w.Code != http.StatusSeeOther {
		t.Errorf("confirming: HTTP %d", w.Code)
	}
	if h.balance() != "250" {
		t.Errorf("the balance is %s", h.balance())
	}
	if body := h.send(http.MethodGet, got.URL, nil).Body.String(); !strings.Contains(body, `href="/profile/transactions?transaction=`) {
		t.Errorf("the page has no link back: %s", body)
	}
	if w := h.send(http.MethodGet, "/mock/pay/main.nowhere", nil); w.Code != http.StatusNotFound {
		t.Errorf("an unknown payment: HTTP %d", w.Code)
	}
}

func TestVoucherAndCryptoDeposits(t *testing.T) {
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, BaseURL: "http://casino.test"})
	if err != nil {
		t.Fatal(err)
	}
	h := (&client{t: t, handler: c.Handler(), site: "889", lang: "tr"}).login("yeni")
	code := checked[paid](h, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
	if !strings.HasPrefix(code.URL, "http://casino.test/mock/pay/main.") || !strings.HasSuffix(code.QR, code.URL) {
		t.Errorf("%+v", code)
	}
	coin := checked[paid](h, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 11, "methodID": 42, "amount": 200})
	if !strings.HasPrefix(coin.QR, "lira:l1q") || !strings.HasSuffix(coin.QR, "?amount=200.00000000") {
		t.Errorf("%+v", coin)
	}
	if body := h.send(http.MethodGet, strings.TrimPrefix(coin.URL, "http://casino.test"), nil).Body.String(); !strings.Contains(body, "200.00000000") || strings.Contains(body, "/profile/") {
		t.Errorf("its page: %s", body)
	}
}

func TestPaymentLinksBackToConfiguredSitesOnly(t *testing.T) {
	const zephyr = "111"
	for name, c := range map[string]struct {
		base  string
		sites map[string]string
		site  string // origin of the request
		want  string // link back; empty: none
	}{
		"site and page share an origin":                                {"", nil, zephyr, `href="/profile/transactions?transaction=`},
		"separate origin without a configured site":                    {"http://casino.test", nil, zephyr, ""},
		"one site for every brand":                                     {"http://casino.test", map[string]string{"": "http://site.test/"}, zephyr, `href="http://site.test/profile/transactions?transaction=`},
		"site configured for the brand":                                {"http://casino.test", map[string]string{"": "http://site.test", "zephyr": "https://z.test:8443"}, zephyr, `href="https://z.test:8443/profile/transactions?transaction=`},
		"site configured for another brand only":                       {"http://casino.test", map[string]string{"pera": "http://pera.test"}, zephyr, ""},
		"configured site takes precedence over the origin of the page": {"", map[string]string{"": "http://site.test"}, zephyr, `href="http://site.test/profile/`},
	} {
		t.Run(name, func(t *testing.T) {
			casino, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, BaseURL: c.base, Sites: c.sites})
			if err != nil {
				t.Fatal(err)
			}
			h := (&client{t: t, handler: casino.Handler(), site: c.site, lang: "en"}).login("yeni")
			got := checked[paid](h, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
			at := strings.TrimPrefix(got.URL, c.base)
			h.send(http.MethodPost, at+"/cancel", nil)
			body := h.send(http.MethodGet, at+"?return=http://evil.test", nil).Body.String()
			if strings.Contains(body, "<a ") != (c.want != "") || !strings.Contains(body, c.want) || strings.Contains(body, "evil.test") {
				t.Errorf("want %q: %s", c.want, body)
			}
			if strings.Contains(body, "You can close this page") != (c.want == "") {
				t.Errorf("whether it may be closed: %s", body)
			}
		})
	}
}

func TestSitesAreOriginsOfBrands(t *testing.T) {
	for brand, address := range map[string]string{
		"nobody": "http://site.test", "marmara": "http://site.test/deep", "zephyr": "javascript:alert(1)", "pera": "http://user@site.test", "": "site.test",
	} {
		if _, err := mock.New(mock.Options{Seed: 1, Sites: map[string]string{brand: address}}); err == nil {
			t.Errorf("%q is taken as the site of %q", address, brand)
		}
	}
}

func TestMethodNamesAreTranslated(t *testing.T) {
	h := open(t, 1).login("demo")
	for lang, want := range map[string][2]string{"tr": {"Banka Havalesi", "Kripto Para"}, "en": {"Bank transfer", "Crypto"}, "ar": {"حوالة مصرفية", "العملات الرقمية"}} {
		in := *h
		in.lang = lang
		all := must[struct {
			List []struct{ Name string } `json:"methods_list"`
		}](&in, "finance/list_cash_methods_new", map[string]any{"Type": 1}).List
		if all[0].Name != want[0] || all[len(all)-1].Name != want[1] {
			t.Errorf("%s: %v", lang, all)
		}
		moves := must[[]struct{ Method string }](&in, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		if moves[0].Method != want[0] {
			t.Errorf("%s: a movement by %q", lang, moves[0].Method)
		}
		if got := in.call("finance/save_bank_transfer", map[string]any{"Type": 1, "methodID": 11, "amount": 1, "bankID": 1}); (got.Message == "Girilen tutar belirlenen aralıkta değil") != (lang == "tr") {
			t.Errorf("%s: %q", lang, got.Message)
		}
	}
}

func TestFavouriteAndHighlightedMethods(t *testing.T) {
	h := open(t, 1).login("yeni")
	type way struct {
		ID         int
		Type       string
		Properties struct{ IsFavorite int }
		Methods    []struct{ ID, IsFavorite int }
	}
	favourites := func() []way {
		return must[[]way](h, "finance/list_cash_methods", map[string]any{"Type": 1, "favorites": true})
	}
	if got := favourites(); len(got) != 0 {
		t.Errorf("yeni begins with %+v", got)
	}
	for _, id := range []int{11, 32} {
		if got := h.call("finance/add_favorite_cash_method", map[string]any{"Type": 1, "id": id}); got.Message != "Favorilere Başarıyla Eklendi" {
			t.Errorf("%+v", got)
		}
	}
	got := favourites()
	if len(got) != 2 || got[0].ID != 11 || got[0].Properties.IsFavorite != 1 || len(got[1].Methods) != 1 || got[1].Methods[0].ID != 32 {
		t.Errorf("%+v", got)
	}
	must[any](h, "finance/remove_favorite_cash_method", map[string]any{"Type": 1, "id": 11})
	is := func(id int) int {
		return must[struct{ IsFavorite int }](h, "finance/check_favorite_cash_method", map[string]any{"Type": 1, "id": id}).IsFavorite
	}
	if is(11) != 0 || is(32) != 1 {
		t.Errorf("11: %d, 32: %d", is(11), is(32))
	}
	if got := h.call("finance/add_favorite_cash_method", map[string]any{"Type": 2, "id": 32}); got.Result {
		t.Error("a way to pay in is marked as one to be paid out")
	}
	for kind, want := range map[int]int{1: 4, 2: 2} {
		if got := must[[]way](h, "finance/list_highlighted_cash_methods", map[string]any{"Type": kind}); len(got) != want {
			t.Errorf("%d highlighted of type %d: %+v", len(got), kind, got)
		}
	}
}

func TestMethodsAcceptTheirAmountsOnly(t *testing.T) {
	h := open(t, 1).login("yeni")
	amounts := checked[struct{ Amounts []int }](h, "envoy/getDepositAmounts", map[string]any{"bankcode": "yildiz"}).Amounts
	for amount, fine := range map[int]bool{amounts[1]: true, amounts[1] + 10: false} {
		got := h.call("prepayServices/processTransaction", map[string]any{
			"Type": 1, "transferType": 5, "methodID": 21, "amount": amount, "card_number": "4111 1111 1111 1111",
		})
		if got.Result != fine {
			t.Errorf("%d: %+v", amount, got)
		}
	}
	if got := h.call("envoy/getDepositAmounts", map[string]any{"bankcode": "yok"}); got.Message != "Kayıt Bulunamadı" {
		t.Errorf("%+v", got)
	}
}
