package mock_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock"
)

type paid struct {
	TransactionID int `json:"transaction_id"`
	Status        int
	URL, QR       string
}

func TestBankAccountsAndWithdrawals(t *testing.T) {
	h := open(t, 1).login("ikili")
	account := map[string]any{
		"owner": "İpek Yalın", "bankID": 3, "branch_code": "10", "account_number": "99",
		"iban": "TR410080300001000000000099",
	}
	type saved struct{ BankAccountID, BankID int }
	id := must[saved](h, "finance/save_bank_account", account).BankAccountID
	maps.Copy(account, map[string]any{"bankAccountID": id, "bankID": 4, "iban": "TR820080400001000000000099"})
	with := func(base, change map[string]any) map[string]any {
		data := maps.Clone(base)
		maps.Copy(data, change)
		return data
	}
	const updated = "Banka Hesabı Başarıyla Güncellendi"
	out := map[string]any{
		"Type": 2, "methodID": 61, "amount": json.Number("200.50"), "bankAccountID": id, "id_valid_until": "2030-01-01",
	}
	for _, c := range []struct {
		call    string
		change  map[string]any
		message string
	}{
		{"finance/save_bank_account", nil, updated},
		{"finance/save_bank_account", map[string]any{"iban": "TR820080400001000000000095"}, "IBAN numarası hatalı"},
		{"finance/save_bank_account", map[string]any{"iban": "DE89370400440532013000"}, "IBAN numarası hatalı"},
		{"finance/save_bank_account", map[string]any{"bankID": 3}, "IBAN seçilen bankaya ait değil"},
		{
			"finance/save_bank_account",
			map[string]any{"owner": "Deniz Aydın"},
			"Hesap sahibi üyelik bilgilerinizle aynı olmalıdır",
		},
		{"finance/save_bank_account", map[string]any{"bankAccountID": 0}, "Bu IBAN hesabınızda kayıtlı"},
		{"finance/save_bank_account", map[string]any{"owner": " ipek  YALIN"}, updated},
		{"finance/save_bank_transfer", map[string]any{"bankAccountID": 7}, "Lütfen geçerli bir hesap seçiniz"},
		{
			"finance/save_bank_transfer",
			map[string]any{"id_valid_until": "2026-05-13"},
			"Kimlik geçerlilik tarihi dolmuş",
		},
		{"finance/save_bank_transfer", map[string]any{"methodID": 11}, "Ödeme yöntemi tanımlı değil"},
		{"finance/save_bank_transfer", map[string]any{"methodID": 62}, "Ödeme yöntemi tanımlı değil"},
		{"finance/save_bank_transfer", map[string]any{"amount": 1}, "Girilen tutar belirlenen aralıkta değil"},
		{
			"finance/save_bank_transfer",
			map[string]any{"amount": json.Number("1e3")},
			"Girilen tutar belirlenen aralıkta değil",
		},
		{"finance/save_bank_transfer", map[string]any{"amount": 99999}, "Bakiyeniz Yetersiz"},
	} {
		base := account
		if c.call == "finance/save_bank_transfer" {
			base = out
		}
		got := h.call(c.call, with(base, c.change))
		assert.Equal(t, c.message, got.Message, "%s %v", c.call, c.change)
		assert.Equal(t, c.message == updated, got.Result, "%s %v", c.call, c.change)
	}
	list := must[[]saved](h, "finance/list_bank_accounts", nil)
	assert.True(t, len(list) == 2 && list[1].BankID == 4, "%+v", list)
	h.holds("1250.5")
	waiting := must[paid](h, "finance/save_bank_transfer", out)
	h.holds("1050")
	assert.Equal(t, 1001, waiting.Status)
	for _, call := range []string{"finance/delete_bank_account", "finance/save_bank_account"} {
		h.refuses(call, account, "Bu hesaba bekleyen bir çekim talebiniz var")
	}
	cancel := map[string]any{"transaction_id": waiting.TransactionID}
	assert.Equal(t, 1004, must[paid](h, "finance/cancel_withdrawal", cancel).Status)
	h.holds("1250.5")
	type row struct {
		ID     int    `json:"transaction_id"`
		Status int    `json:"transaction_status"`
		Text   string `json:"status_text"`
	}
	listed := must[[]row](h, "finance/list_transactions", map[string]any{"searchCategory": 2})[0]
	assert.Equal(t, row{waiting.TransactionID, 1004, "İptal edildi"}, listed)
	h.refuses("finance/cancel_withdrawal", cancel, "Bu çekim artık iptal edilemez")
	settled := must[paid](h, "finance/save_bank_transfer", out).TransactionID
	h.advance("31m")
	for what, id := range map[string]int{"an unknown withdrawal": 1, "a settled withdrawal": settled} {
		assert.False(t, h.call("finance/cancel_withdrawal", map[string]any{"transaction_id": id}).Result, what)
	}
	h.holds("1050")
	must[any](h, "finance/delete_bank_account", map[string]any{"bankAccountID": id})
	assert.False(t, h.call("finance/delete_bank_account", map[string]any{"bankAccountID": id}).Result, "deleted twice")
}

func TestRepeatedIdempotencyKeyMovesNoMoney(t *testing.T) {
	h := open(t, 1).login("yeni")
	const key = "Idempotency-Key"
	first := h.call(payment, wallet(100), key, "k1")
	again := h.as("en").call(payment, wallet(100), key, "k1") // the language is not part of the request's identity
	assert.True(t, first.Result)
	assert.Equal(t, first, again)
	h.holds("100")
	got := h.call(payment, wallet(200), key, "k1")
	assert.True(t, !got.Result && got.Code == http.StatusConflict, "another amount: %+v", got)
	assert.Equal(t, http.StatusConflict, h.call("user/claim_bonus", map[string]any{"bonusID": 1}, key, "k1").Code,
		"another call")
	assert.True(t, h.call(payment, wallet(200), key, "k2").Result, "another key")
	h.holds("300")
}

func TestDeposits(t *testing.T) {
	h := openWith(t, mock.Options{Seed: 1, Control: true, BaseURL: "http://casino.test"}).login("yeni")
	card := map[string]any{
		"Type": 1, "transferType": 5, "methodID": 23, "amount": 250, "card_number": "4111111111111111",
		"national_id": "10000000146",
	}
	for _, wrong := range []struct{ key, value, message string }{
		{"card_number", "4111111111111112", "Kart numarası hatalı"},
		{"national_id", "10000000147", "T.C. kimlik numarası hatalı"},
		{"card_number", "", "Lütfen zorunlu alanları doldurunuz"},
	} {
		data := maps.Clone(card)
		data[wrong.key] = wrong.value
		h.refuses(payment, data, wrong.message)
	}
	at := func(p paid) string { return strings.TrimPrefix(p.URL, "http://casino.test") }
	got := must[paid](h, payment, card)
	require.True(t, got.Status == 1001 && got.QR == "", "%+v", got)
	require.True(t, strings.HasPrefix(got.URL, "http://casino.test/mock/pay/main."), got.URL)
	h.status(http.MethodGet, at(got), nil, http.StatusOK, "255,00")
	h.status(http.MethodGet, at(got), nil, http.StatusOK, "/mock/art/method/marti.svg?v=1")
	h.status(http.MethodGet, "/mock/art/method/marti.svg?v=1", nil, http.StatusOK, "<svg")
	page := h.send(http.MethodGet, at(got), nil)
	policy := page.Header().Get("Content-Security-Policy")
	assert.True(t, strings.Contains(policy, "frame-ancestors 'none'") && !strings.Contains(policy, "script-src"),
		policy)
	assert.Contains(t, page.Body.String(), `action="`+at(got)+`/cancel"`)
	for range 2 { // a repeated decision changes nothing
		w := h.send(http.MethodPost, at(got)+"/confirm", nil)
		assert.Equal(t, []any{http.StatusSeeOther, at(got)}, []any{w.Code, w.Header().Get("Location")})
	}
	h.holds("250")
	assert.NotContains(t, h.send(http.MethodGet, at(got), nil).Body.String(), "<form")
	for languages, want := range map[string]string{"ar-EG,en;q=0.5": `dir="rtl"`, "": `lang="tr"`} {
		w := h.send(http.MethodGet, "/mock/pay/main.nowhere", nil, "Accept-Language", languages)
		assert.True(t, w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), want), "%d %s", w.Code,
			languages)
	}
	h.status(http.MethodPost, "/mock/pay/main.nowhere/confirm", nil, http.StatusNotFound, "")
	assert.Contains(t, h.send(http.MethodGet, "/mock/pay/style/pay.css", nil).Header().Get("Content-Type"), "text/css")

	voucher := map[string]any{"Type": 1, "transferType": 13, "methodID": 15, "amount": 100}
	h.refuses(payment, voucher, "Lütfen zorunlu alanları doldurunuz")
	voucher["voucher"] = "ABCD-1234-EFGH"
	must[any](h, payment, voucher)
	h.holds("350")
	qr := must[paid](h, payment, map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
	assert.True(t, qr.URL != "" && strings.HasSuffix(qr.QR, qr.URL), "%+v", qr)
	h.advance("2m")
	h.holds("425")
	coin := must[paid](h, payment, map[string]any{"Type": 1, "transferType": 11, "methodID": 42, "amount": 200})
	assert.True(t, strings.HasPrefix(coin.QR, "lira:l1q") && strings.HasSuffix(coin.QR, "?amount=200.00000000"), "%+v",
		coin)
	h.status(http.MethodGet, at(coin), nil, http.StatusOK, "200.00000000")

	amounts := must[struct{ Amounts []int }](h, "envoy/getDepositAmounts", map[string]any{"bankcode": "yildiz"}).Amounts
	for amount, valid := range map[int]bool{amounts[1]: true, amounts[1] + 10: false} {
		byCard := map[string]any{
			"Type": 1, "transferType": 5, "methodID": 21, "amount": amount,
			"card_number": "4111 1111 1111 1111",
		}
		assert.Equal(t, valid, h.call(payment, byCard).Result, amount)
	}
	h.refuses("envoy/getDepositAmounts", map[string]any{"bankcode": "yok"}, "Kayıt Bulunamadı")
}

func TestPaymentLinksBackToConfiguredSitesOnly(t *testing.T) {
	const base, link = "http://casino.test", "/profile/transactions?transaction="
	for name, c := range map[string]struct {
		base  string
		sites map[string]string
		want  string // link back, empty for none
	}{
		"site and page share an origin":             {"", nil, link},
		"separate origin without a configured site": {base, nil, ""},
		"one site for every brand": {
			base,
			map[string]string{"": "http://site.test/"},
			"http://site.test" + link,
		},
		"site configured for the brand": {
			base,
			map[string]string{"": "http://site.test", "zephyr": "https://z.test:8443"},
			"https://z.test:8443" + link,
		},
		"site configured for another brand only": {base, map[string]string{"pera": "http://pera.test"}, ""},
		"a configured site precedes the page's origin": {
			"",
			map[string]string{"": "http://site.test"},
			"http://site.test" + link,
		},
	} {
		guest := openWith(t, mock.Options{Seed: 1, BaseURL: c.base, Sites: c.sites}).as("en")
		guest.site = "111" // zephyr
		got := must[paid](guest.login("yeni"), payment,
			map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
		at := strings.TrimPrefix(got.URL, c.base)
		guest.send(http.MethodPost, at+"/cancel", nil)
		body := guest.send(http.MethodGet, at+"?return=http://evil.test", nil).Body.String()
		assert.NotContains(t, body, "evil.test", name)
		assert.Equal(t, c.want == "", strings.Contains(body, "You can close this page"), name)
		if c.want == "" {
			assert.NotContains(t, body, "<a ", name)
		} else {
			assert.Contains(t, body, `href="`+c.want, name)
		}
	}
}

func TestAddressesAreChecked(t *testing.T) {
	for brand, address := range map[string]string{
		"nobody": "http://site.test", "marmara": "http://site.test/deep", "zephyr": "javascript:alert(1)",
		"pera": "http://user@site.test", "": "site.test",
	} {
		_, err := mock.New(mock.Options{Seed: 1, Sites: map[string]string{brand: address}})
		assert.Error(t, err, "%q is taken as the site of %q", address, brand)
	}
	_, err := mock.New(mock.Options{BaseURL: "casino.test"})
	assert.Error(t, err, "a base URL without a scheme")
	h := openWith(t, mock.Options{Seed: 1, BaseURL: "http://casino.test:9000/"})
	image := must[[]gameRow](h, "casino/games_list", nil)[0].Image
	assert.True(t, strings.HasPrefix(image, "http://casino.test:9000/mock/art/cover/"), image)
}

func TestPaymentMethods(t *testing.T) {
	guest := open(t, 1)
	h := guest.login("demo")
	for lang, want := range map[string][2]string{
		"tr": {"Banka Havalesi", "Kripto para"}, "en": {"Bank transfer", "Crypto"},
		"ar": {"حوالة مصرفية", "العملات الرقمية"},
	} {
		in := h.as(lang)
		all := must[struct {
			List []struct{ Name string } `json:"methods_list"`
		}](in, "finance/list_cash_methods_new", map[string]any{"Type": 1}).List
		assert.True(t, all[0].Name == want[0] && all[len(all)-1].Name == want[1], "%s: %v", lang, all)
		moves := must[[]struct{ Method string }](in, "finance/list_transactions",
			map[string]any{"searchCategory": 1, "limit": 1})
		assert.Equal(t, want[0], moves[0].Method, lang)
		got := in.call("finance/save_bank_transfer",
			map[string]any{"Type": 1, "methodID": 11, "amount": 1, "bankID": 1})
		assert.Equal(t, lang == "tr", got.Message == "Girilen tutar belirlenen aralıkta değil", "%s: %q", lang,
			got.Message)
	}

	h = guest.login("yeni")
	type way struct {
		ID         int
		Properties struct{ IsFavorite int }
		Methods    []struct{ ID, IsFavorite int }
	}
	favourites := func() []way {
		return must[[]way](h, "finance/list_cash_methods", map[string]any{"Type": 1, "favorites": true})
	}
	assert.Empty(t, favourites())
	method := func(id int) map[string]any { return map[string]any{"Type": 1, "id": id} }
	for _, id := range []int{11, 32} {
		assert.Equal(t, "Favorilere Başarıyla Eklendi", h.call("finance/add_favorite_cash_method", method(id)).Message)
	}
	got := favourites()
	require.True(t, len(got) == 2 && len(got[1].Methods) == 1, "%+v", got)
	assert.True(t, got[0].ID == 11 && got[0].Properties.IsFavorite == 1 && got[1].Methods[0].ID == 32, "%+v", got)
	must[any](h, "finance/remove_favorite_cash_method", method(11))
	for id, want := range map[int]int{11: 0, 32: 1} {
		assert.Equal(t, want,
			must[struct{ IsFavorite int }](h, "finance/check_favorite_cash_method", method(id)).IsFavorite, id)
	}
	wrong := map[string]any{"Type": 2, "id": 32}
	assert.False(t, h.call("finance/add_favorite_cash_method", wrong).Result, "a deposit method as a withdrawal method")
	for kind, want := range map[int]int{1: 4, 2: 2} {
		assert.Len(t, must[[]way](h, "finance/list_highlighted_cash_methods", map[string]any{"Type": kind}), want, kind)
	}
}
