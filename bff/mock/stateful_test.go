package mock_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// checked is call for responses that must have result true and match the contract.
func checked[T any](h *client, call string, data map[string]any) (out T) {
	h.t.Helper()
	a := h.call(call, data)
	if !a.Result {
		h.t.Fatalf("%s: %d %s", call, a.Code, a.Message)
	}
	class, method, _ := strings.Cut(call, "/")
	known := loadContract(h.t)
	row, ok := known.Lookup(class, method)
	if !ok {
		h.t.Fatalf("%s is not in the contract", call)
	}
	if err := known.CheckAnswer(row, decoded(h.t, a.Data)); err != nil {
		h.t.Errorf("%s: %v", call, err)
	}
	if err := json.Unmarshal(a.Data, &out); err != nil {
		h.t.Fatalf("%s: %v: %s", call, err, a.Data)
	}
	return out
}

// mailed returns the token of the last message to an address.
func (h *client) mailed(to string) string {
	h.t.Helper()
	var mails []struct{ Token string }
	w := h.send(http.MethodGet, "/__mock/mail?to="+url.QueryEscape(to), nil)
	if err := json.Unmarshal(w.Body.Bytes(), &mails); err != nil || len(mails) == 0 {
		h.t.Fatalf("mail to %s: %v: %s", to, err, w.Body)
	}
	return mails[0].Token
}

func TestPasswordReset(t *testing.T) {
	h := open(t, 1)
	checked[any](h, "user/forgot", map[string]any{"email": "nobody@ornek.test"})
	checked[any](h, "user/forgot", map[string]any{"email": "demo@ornek.test"})
	token := h.mailed("demo@ornek.test")
	fresh := map[string]any{"token": token, "password": "Yeni123", "password_confirm": "Yeni123"}
	if got := h.call("user/pass_reset", map[string]any{"token": token, "password": "Yeni123", "password_confirm": "x"}); got.Result {
		t.Error("two different passwords are taken")
	}
	checked[any](h, "user/pass_reset", fresh)
	if got := h.call("user/pass_reset", fresh); got.Result {
		t.Error("the token is accepted a second time")
	}
	if got := h.call("user/login", map[string]any{"username": "demo", "password": "Demo123"}); got.Message != "Giriş Başarısız" {
		t.Errorf("the old password: %+v", got)
	}
	checked[any](h, "user/login", map[string]any{"username": "demo", "password": "Yeni123"})
}

func TestSecondFactor(t *testing.T) {
	guest := open(t, 1)
	h := guest.login("demo")
	checked[any](h, "user/sms_send", nil)
	checked[any](h, "user/sms_validate", map[string]any{"code": guest.mailed("+905551110101")})
	if got := h.call("user/sms_validate", map[string]any{"code": "12345x"}); got.Result {
		t.Error("a code that was never sent is accepted")
	}

	if got := h.call("user/check_user_ga", nil); got.Result {
		t.Error("demo has an authenticator")
	}
	checked[any](h, "user/user_generate_ga", nil)
	code := func() string {
		var shown struct{ Code string }
		w := guest.send(http.MethodGet, "/__mock/totp?username=demo", nil)
		if err := json.Unmarshal(w.Body.Bytes(), &shown); err != nil {
			t.Fatal(err)
		}
		return shown.Code
	}
	checked[any](h, "user/check_ga", map[string]any{"ga_code": code()})
	if got := h.call("user/check_user_ga", nil); !got.Result {
		t.Error("the authenticator is not in force")
	}
	if secret := checked[struct{ GASecret string }](guest, "user/login", map[string]any{"username": "demo", "password": "Demo123"}).GASecret; len(secret) <= 10 {
		t.Errorf("the next login says %q", secret)
	}
	checked[any](h, "user/clear_generated_ga", map[string]any{"gacode": code()})
	if kind := checked[struct{ Type int }](h, "user/two_auth_type", map[string]any{"mode": "get"}).Type; kind != 0 {
		t.Errorf("after clearing the factor is %d", kind)
	}
}

func TestClaimAndCancelBonuses(t *testing.T) {
	h := open(t, 1).login("yeni")
	type bonus struct {
		ID     int `json:"bonusID"`
		Amount json.Number
		Status string
		Ended  string `json:"ended_at"`
	}
	offers := checked[[]bonus](h, "user/list_bonuses", map[string]any{"status": "available"})
	if len(offers) < 2 {
		t.Fatalf("yeni is offered %v", offers)
	}
	if got := checked[bonus](h, "user/claim_bonus", map[string]any{"bonusID": offers[0].ID}); got.Status != "active" {
		t.Errorf("%+v", got)
	}
	if got := h.call("user/claim_bonus", map[string]any{"bonusID": offers[1].ID}); got.Result || got.Code != http.StatusConflict {
		t.Errorf("a second one: %+v", got)
	}
	if got := checked[bonus](h, "user/cancel_bonus", map[string]any{"bonusID": offers[0].ID}); got.Status != "finished" || got.Ended == "" {
		t.Errorf("%+v", got)
	}
	if got := h.call("user/cancel_bonus", map[string]any{"bonusID": 1}); got.Result {
		t.Error("a bonus that does not exist is cancelled")
	}
}

func TestBankAccountsAndWithdrawals(t *testing.T) {
	h := open(t, 1).login("ikili")
	account := map[string]any{"owner": "İpek Yalın", "bankID": 3, "branch_code": "10", "account_number": "99", "iban": "TR410080300001000000000099"}
	type saved struct{ BankAccountID, BankID int }
	id := checked[saved](h, "finance/save_bank_account", account).BankAccountID
	account["bankAccountID"], account["bankID"], account["iban"] = id, 4, "TR820080400001000000000099"
	if got := h.call("finance/save_bank_account", account); got.Message != "Banka Hesabı Başarıyla Güncellendi" {
		t.Errorf("%+v", got)
	}
	if list := checked[[]saved](h, "finance/list_bank_accounts", nil); len(list) != 2 || list[1].BankID != 4 {
		t.Errorf("%+v", list)
	}
	for _, c := range []struct {
		change  map[string]any
		message string
	}{
		{map[string]any{"iban": "TR820080400001000000000095"}, "IBAN numarası hatalı"},
		{map[string]any{"iban": "DE89370400440532013000"}, "IBAN numarası hatalı"},
		{map[string]any{"bankID": 3}, "IBAN seçilen bankaya ait değil"},
		{map[string]any{"owner": "Deniz Aydın"}, "Hesap sahibi üyelik bilgilerinizle aynı olmalıdır"},
		{map[string]any{"bankAccountID": 0}, "Bu IBAN hesabınızda kayıtlı"},
		{map[string]any{"owner": " ipek  YALIN"}, "Banka Hesabı Başarıyla Güncellendi"},
	} {
		data := maps.Clone(account)
		maps.Copy(data, c.change)
		if got := h.call("finance/save_bank_account", data); got.Message != c.message {
			t.Errorf("%v: %q, want %q", c.change, got.Message, c.message)
		}
	}

	out := func(change map[string]any) map[string]any {
		data := map[string]any{"Type": 2, "methodID": 61, "amount": json.Number("200.50"), "bankAccountID": id, "id_valid_until": "2030-01-01"}
		for k, v := range change {
			data[k] = v
		}
		return data
	}
	for _, c := range []struct {
		change  map[string]any
		message string
	}{
		{map[string]any{"bankAccountID": 7}, "Lütfen geçerli bir hesap seçiniz"},
		{map[string]any{"id_valid_until": "2026-05-13"}, "Kimlik geçerlilik tarihi dolmuş"},
		{map[string]any{"methodID": 11}, "Ödeme yöntemi tanımlı değil"},
		{map[string]any{"methodID": 62}, "Ödeme yöntemi tanımlı değil"},
		{map[string]any{"amount": json.Number("1")}, "Girilen tutar belirlenen aralıkta değil"},
		{map[string]any{"amount": json.Number("1e3")}, "Girilen tutar belirlenen aralıkta değil"},
		{map[string]any{"amount": json.Number("99999")}, "Bakiyeniz Yetersiz"},
	} {
		if got := h.call("finance/save_bank_transfer", out(c.change)); got.Message != c.message {
			t.Errorf("%v: %q, want %q", c.change, got.Message, c.message)
		}
	}
	if got := h.balance(); got != "1250.5" {
		t.Fatalf("refused payments have moved the balance to %s", got)
	}
	paid := checked[struct {
		TransactionID int `json:"transaction_id"`
		Status        int
	}](h, "finance/save_bank_transfer", out(nil))
	if paid.Status != 1001 || h.balance() != "1050" {
		t.Errorf("%+v, balance %s", paid, h.balance())
	}
	for _, call := range []string{"finance/delete_bank_account", "finance/save_bank_account"} {
		account["bankAccountID"] = id
		if got := h.call(call, account); got.Message != "Bu hesaba bekleyen bir çekim talebiniz var" {
			t.Errorf("%s while a withdrawal waits: %+v", call, got)
		}
	}
	cancel := map[string]any{"transaction_id": paid.TransactionID}
	if got := checked[struct{ Status int }](h, "finance/cancel_withdrawal", cancel); got.Status != 1004 || h.balance() != "1250.5" {
		t.Errorf("cancelled: %+v, balance %s", got, h.balance())
	}
	list := checked[[]struct {
		ID     int    `json:"transaction_id"`
		Status int    `json:"transaction_status"`
		Text   string `json:"status_text"`
	}](h, "finance/list_transactions", map[string]any{"searchCategory": 2})
	if list[0].ID != paid.TransactionID || list[0].Status != 1004 || list[0].Text != "İptal edildi" {
		t.Errorf("listed: %+v", list[0])
	}
	if got := h.call("finance/cancel_withdrawal", cancel); got.Result || got.Message != "Bu çekim artık iptal edilemez" {
		t.Errorf("cancelled twice: %+v", got)
	}
	if got := h.call("finance/cancel_withdrawal", map[string]any{"transaction_id": 1}); got.Result {
		t.Errorf("an unknown withdrawal: %+v", got)
	}
	settled := checked[struct {
		TransactionID int `json:"transaction_id"`
	}](h, "finance/save_bank_transfer", out(nil))
	h.control("clock", map[string]string{"advance": "31m"})
	if got := h.call("finance/cancel_withdrawal", map[string]any{"transaction_id": settled.TransactionID}); got.Result || h.balance() != "1050" {
		t.Errorf("after it was settled: %+v, balance %s", got, h.balance())
	}
	checked[any](h, "finance/delete_bank_account", map[string]any{"bankAccountID": id})
	if got := h.call("finance/delete_bank_account", map[string]any{"bankAccountID": id}); got.Result {
		t.Error("the account is deleted twice")
	}
}

func TestMethodsRequireTheirFields(t *testing.T) {
	h := open(t, 1).login("yeni")
	data := map[string]any{"Type": 1, "transferType": 13, "methodID": 15, "amount": 100}
	if got := h.call("prepayServices/processTransaction", data); got.Message != "Lütfen zorunlu alanları doldurunuz" {
		t.Errorf("%+v", got)
	}
	data["voucher"] = "ABCD-1234-EFGH"
	checked[any](h, "prepayServices/processTransaction", data)
	if got := h.balance(); got != "100" {
		t.Errorf("the balance is %s", got)
	}
	qr := checked[struct{ QR string }](h, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 9, "methodID": 14, "amount": 75})
	if qr.QR == "" {
		t.Error("a deposit by QR code has none")
	}
	h.control("clock", map[string]string{"advance": "2m"})
	if got := h.balance(); got != "175" {
		t.Errorf("two minutes later the balance is %s", got)
	}
}

func TestMessagesBecomeRead(t *testing.T) {
	guest := open(t, 1)
	type message struct{ Read bool }
	read := func(h *client) (n int) {
		for _, m := range checked[[]message](h, "crm/list_mass_messages", map[string]any{"limit": 10}) {
			if m.Read {
				n++
			}
		}
		return n
	}
	if n := read(guest.login("yeni")); n != 0 {
		t.Errorf("at the first login %d messages are read", n)
	}
	if n := read(guest.login("yeni")); n != 10 {
		t.Errorf("at the second login %d of 10 messages are read", n)
	}
}
