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
		"owner": "İpek Yalın", "bankID": 3, "branch_code": "10", "account_number": "99", "iban": "TR410080300001000000000099",
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
		{"finance/save_bank_account", map[string]any{"owner": "Deniz Aydın"}, "Hesap sahibi üyelik bilgilerinizle aynı olmalıdır"},
		{"finance/save_bank_account", map[string]any{"bankAccountID": 0}, "Bu IBAN hesabınızda kayıtlı"},
		{"finance/save_bank_account", map[string]any{"owner": " ipek  YALIN"}, updated},
		{"finance/save_bank_transfer", map[string]any{"bankAccountID": 7}, "Lütfen geçerli bir hesap seçiniz"},
		{"finance/save_bank_transfer", map[string]any{"id_valid_until": "2026-05-13"}, "Kimlik geçerlilik tarihi dolmuş"},
		{"finance/save_bank_transfer", map[string]any{"methodID": 11}, "Ödeme yöntemi tanımlı değil"},
		{"finance/save_bank_transfer", map[string]any{"methodID": 62}, "Ödeme yöntemi tanımlı değil"},
		{"finance/save_bank_transfer", map[string]any{"amount": 1}, "Girilen tutar belirlenen aralıkta değil"},
		{"finance/save_bank_transfer", map[string]any{"amount": json.Number("1e3")}, "Girilen tutar belirlenen aralıkta değil"},
		{"finance/save_bank_transfer", map[string]any{"amount": 99999}, "Bakiyeniz Yetersiz"},
	} {
		base := account
		if c.call == "finance/save_bank_transfer" {
			base = out
		}
		got := h.call(c.call, with(base, c.change))
		assert.True(t, got.Message == c.message && got.Result == (c.message == updated),
			"%s %v: %q, want %q", c.call, c.change, got.Message, c.message)
	}
	list := must[[]saved](h, "finance/list_bank_accounts", nil)
	assert.True(t, len(list) == 2 && list[1].BankID == 4, "%+v", list)
	h.holds("1250.5")
	waiting := must[paid](h, "finance/save_bank_transfer", out)
	h.holds("1050")
	assert.Equal(t, 1001, waiting.Status, "%+v", waiting)
	for _, call := range []string{"finance/delete_bank_account", "finance/save_bank_account"} {
		h.refuses(call, account, "Bu hesaba bekleyen bir çekim talebiniz var")
	}
	cancel := map[string]any{"transaction_id": waiting.TransactionID}
	if got := must[paid](h, "finance/cancel_withdrawal", cancel); got.Status != 1004 {
		t.Errorf("cancelled: %+v", got)
	}
	h.holds("1250.5")
	row := must[[]struct {
		ID     int    `json:"transaction_id"`
		Status int    `json:"transaction_status"`
		Text   string `json:"status_text"`
	}](h, "finance/list_transactions", map[string]any{"searchCategory": 2})[0]
	assert.True(t, row.ID == waiting.TransactionID && row.Status == 1004 && row.Text == "İptal edildi", "listed: %+v", row)
	h.refuses("finance/cancel_withdrawal", cancel, "Bu çekim artık iptal edilemez")
	assert.True(t, !h.call("finance/cancel_withdrawal", map[string]any{"transaction_id": 1}).Result,
		"an unknown withdrawal is cancelled")
	settled := must[paid](h, "finance/save_bank_transfer", out).TransactionID
	h.advance("31m")
	assert.True(t, !h.call("finance/cancel_withdrawal", map[string]any{"transaction_id": settled}).Result,
		"a settled withdrawal is cancelled")
	h.holds("1050")
	must[any](h, "finance/delete_bank_account", map[string]any{"bankAccountID": id})
	assert.True(t, !h.call("finance/delete_bank_account", map[string]any{"bankAccountID": id}).Result,
		"the account is deleted twice")
}

func TestRepeatedIdempotencyKeyMovesNoMoney(t *testing.T) {
	h := open(t, 1).login("yeni")
	send := func(h *client, key, call string, data map[string]any) answer {
		return h.call(call, data, "Idempotency-Key", key)
	}
	first := send(h, "k1", payment, wallet(100))
	again := send(h.as("en"), "k1", payment, wallet(100)) // the language is not part of the request's identity
	assert.True(t, first.Result && string(first.Data) == string(again.Data) && first.Message == again.Message,
		"%+v and %+v", first, again)
	h.holds("100")
	got := send(h, "k1", payment, wallet(200))
	assert.True(t, !got.Result && got.Code == http.StatusConflict, "another amount: %+v", got)
	got = send(h, "k1", "user/claim_bonus", map[string]any{"bonusID": 1})
	assert.Equal(t, http.StatusConflict, got.Code, "another call: %+v", got)
	got = send(h, "k2", payment, wallet(200))
	assert.True(t, got.Result, "another key: %+v", got)
	h.holds("300")
}

func TestDeposits(t *testing.T) {
	h := openWith(t, mock.Options{Seed: 1, Control: true, BaseURL: "http://casino.test"}).login("yeni")
	card := map[string]any{
		"Type": 1, "transferType": 5, "methodID": 23, "amount": 250, "card_number": "4111111111111111", "national_id": "10000000146",
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
	require.True(t, got.Status == 1001 && strings.HasPrefix(got.URL, "http://casino.test/mock/pay/main.") && got.QR == "",
		"%+v", got)
	h.status(http.MethodGet, at(got), nil, http.StatusOK, "255,00")
	h.status(http.MethodGet, at(got), nil, http.StatusOK, "/mock/art/method/marti.svg?v=1")
	h.status(http.MethodGet, "/mock/art/method/marti.svg?v=1", nil, http.StatusOK, "<svg")
	h.status(http.MethodPost, at(got)+"/confirm", nil, http.StatusSeeOther, "")
	h.holds("250")
	h.status(http.MethodGet, "/mock/pay/main.nowhere", nil, http.StatusNotFound, "")

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
	assert.True(t, strings.HasPrefix(coin.QR, "lira:l1q") && strings.HasSuffix(coin.QR, "?amount=200.00000000"), "%+v", coin)
	h.status(http.MethodGet, at(coin), nil, http.StatusOK, "200.00000000")

	amounts := must[struct{ Amounts []int }](h, "envoy/getDepositAmounts", map[string]any{"bankcode": "yildiz"}).Amounts
	for amount, valid := range map[int]bool{amounts[1]: true, amounts[1] + 10: false} {
		got := h.call(payment, map[string]any{
			"Type": 1, "transferType": 5, "methodID": 21, "amount": amount, "card_number": "4111 1111 1111 1111",
		})
		assert.Equal(t, valid, got.Result, "%d: %+v", amount, got)
	}
	h.refuses("envoy/getDepositAmounts", map[string]any{"bankcode": "yok"}, "Kayıt Bulunamadı")
}

func TestPaymentLinksBackToConfiguredSitesOnly(t *testing.T) {
	const base, link = "http://casino.test", "/profile/transactions?transaction="
	for name, c := range map[string]struct {
		base  string
		sites map[string]string
		want  string // link back; empty: none
	}{
		"site and page share an origin":             {"", nil, link},
		"separate origin without a configured site": {base, nil, ""},
		"one site for every brand":                  {base, map[string]string{"": "http://site.test/"}, "http://site.test" + link},
		"site configured for the brand": {
			base, map[string]string{"": "http://site.test", "zephyr": "https://z.test:8443"}, "https://z.test:8443" + link,
		},
		"site configured for another brand only":       {base, map[string]string{"pera": "http://pera.test"}, ""},
		"a configured site precedes the page's origin": {"", map[string]string{"": "http://site.test"}, "http://site.test" + link},
	} {
		guest := openWith(t, mock.Options{Seed: 1, BaseURL: c.base, Sites: c.sites}).as("en")
		guest.site = "111" // zephyr
		got := must[paid](guest.login("yeni"), payment, map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
		at := strings.TrimPrefix(got.URL, c.base)
		guest.send(http.MethodPost, at+"/cancel", nil)
		body := guest.send(http.MethodGet, at+"?return=http://evil.test", nil).Body.String()
		assert.True(t, strings.Contains(body, "<a ") == (c.want != "") && !strings.Contains(body, "evil.test") && (c.want == "" || strings.Contains(body, `href="`+c.want)),
			"%s: want %q: %s", name, c.want, body)
		assert.Equal(t, c.want == "", strings.Contains(body, "You can close this page"),
			"%s: whether it may be closed: %s", name, body)
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
	if _, err := mock.New(mock.Options{BaseURL: "casino.test"}); err == nil {
		t.Error("a base URL without a scheme is accepted")
	}
	h := openWith(t, mock.Options{Seed: 1, BaseURL: "http://casino.test:9000/"})
	image := must[[]gameRow](h, "casino/games_list", nil)[0].Image
	assert.True(t, strings.HasPrefix(image, "http://casino.test:9000/mock/art/cover/"), image)
}

func TestPaymentMethods(t *testing.T) {
	guest := open(t, 1)
	h := guest.login("demo")
	for lang, want := range map[string][2]string{
		"tr": {"Banka Havalesi", "Kripto Para"}, "en": {"Bank transfer", "Crypto"}, "ar": {"حوالة مصرفية", "العملات الرقمية"},
	} {
		in := h.as(lang)
		all := must[struct {
			List []struct{ Name string } `json:"methods_list"`
		}](in, "finance/list_cash_methods_new", map[string]any{"Type": 1}).List
		assert.True(t, all[0].Name == want[0] && all[len(all)-1].Name == want[1], "%s: %v", lang, all)
		moves := must[[]struct{ Method string }](in, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		assert.Equal(t, want[0], moves[0].Method, "%s: a movement by %q", lang, moves[0].Method)
		got := in.call("finance/save_bank_transfer", map[string]any{"Type": 1, "methodID": 11, "amount": 1, "bankID": 1})
		assert.Equal(t, lang == "tr", got.Message == "Girilen tutar belirlenen aralıkta değil", "%s: %q", lang, got.Message)
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
	if got := favourites(); len(got) != 0 {
		t.Errorf("yeni begins with %+v", got)
	}
	method := func(id int) map[string]any { return map[string]any{"Type": 1, "id": id} }
	for _, id := range []int{11, 32} {
		got := h.call("finance/add_favorite_cash_method", method(id))
		assert.Equal(t, "Favorilere Başarıyla Eklendi", got.Message, "%+v", got)
	}
	got := favourites()
	assert.True(t, len(got) == 2 && got[0].ID == 11 && got[0].Properties.IsFavorite == 1 && len(got[1].Methods) == 1 && got[1].Methods[0].ID == 32,
		"%+v", got)
	must[any](h, "finance/remove_favorite_cash_method", method(11))
	for id, want := range map[int]int{11: 0, 32: 1} {
		assert.Equal(t, want, must[struct{ IsFavorite int }](h, "finance/check_favorite_cash_method", method(id)).IsFavorite,
			"%d is a favourite", id)
	}
	assert.True(t, !h.call("finance/add_favorite_cash_method", map[string]any{"Type": 2, "id": 32}).Result,
		"a deposit method is marked as a withdrawal method")
	for kind, want := range map[int]int{1: 4, 2: 2} {
		got := must[[]way](h, "finance/list_highlighted_cash_methods", map[string]any{"Type": kind})
		assert.Len(t, got, want, "%d highlighted of type %d: %+v", len(got), kind, got)
	}
}
