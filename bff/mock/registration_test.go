package mock_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
)

func TestRegistration(t *testing.T) {
	h := open(t, 1)
	h.lang = "de"
	form := map[string]any{
		"firstname": "Nil", "lastname": "Taze", "birthdate": "1999-05-14", "national_id": "10000000696", "country": "TR",
		"city": "İzmir", "address": "Kordon 1", "currency": "TRY", "username": "taze", "email": "taze@ornek.test",
		"email_confirm": "taze@ornek.test", "phone": "+905551119988", "password": "Taze123", "password_confirm": "Taze123",
		"promo_code": "HOSGELDIN", "rules_accepted": true,
	}
	checked[any](h, "user/register", form)
	for field, c := range map[string]struct{ value, message string }{
		"username":         {"taze", "Dieser Benutzername ist vergeben"},
		"email":            {"Taze@ornek.test", "Diese E-Mail-Adresse wird bereits verwendet"},
		"phone":            {"0555 111 99 88", "Diese Telefonnummer wird bereits verwendet"},
		"national_id":      {"10000000696", "Mit dieser Ausweisnummer gibt es bereits ein Konto"},
		"birthdate":        {"2009-01-01", "Sie sind für eine Registrierung zu jung"},
		"promo_code":       {"YOK", "Der Gutscheincode ist ungültig"},
		"password_confirm": {"Taze124", "Die Passwörter stimmen nicht überein"},
	} {
		other := maps.Clone(form)
		maps.Copy(other, map[string]any{"username": "baska", "email": "baska@ornek.test", "phone": "+905551119977", "national_id": "10000000764"})
		other[field] = c.value
		other["email_confirm"] = other["email"]
		if got := h.call("user/register", other); got.Result || got.Message != c.message {
			t.Errorf("%s %q: %+v", field, c.value, got)
		}
	}
	if got := h.call("user/login", map[string]any{"username": "taze", "password": "Taze123"}); got.Message != "Hesap Aktif Değil" {
		t.Errorf("before the confirmation: %+v", got)
	}
	var mails []struct{ Subject, Text, Link, Token string }
	w := h.send(http.MethodGet, "/__mock/mail?to=taze@ornek.test", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &mails); err != nil || len(mails) != 1 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if m := mails[0]; m.Subject != "Marmara: Bestätigen Sie Ihre Registrierung" || m.Link != "/register-account-confirm?token="+m.Token || !strings.Contains(m.Text, m.Link) {
		t.Errorf("%+v", m)
	}
	checked[any](h, "user/register_confirm", map[string]any{"token": mails[0].Token})
	if got := h.call("user/register_confirm", map[string]any{"token": mails[0].Token}); got.Message != "Der Link ist ungültig oder abgelaufen" {
		t.Errorf("the confirmation again: %+v", got)
	}

	in := must[map[string]any](h, "user/login", map[string]any{"username": "taze", "password": "Taze123"})
	h.user = map[string]string{"uid": in["uid"].(string), "sid": in["sid"].(string)}
	offers := checked[[]struct{ Title string }](h, "user/list_bonuses", map[string]any{"status": "available"})
	if offers[0].Title != "Gutscheinbonus" {
		t.Errorf("the code has given %+v", offers)
	}
	tickets := func() int {
		return h.call("finance/list_transactions", map[string]any{
			"searchType": 1, "searchCategory": 1, "status": 1002, "searchMinAmount": 250, "startDate": "2026-05-01", "endDate": "2026-05-31",
		}).Pagination.Total
	}
	for _, amount := range []int{249, 250} {
		checked[any](h, "finance/save_bank_transfer", map[string]any{"Type": 1, "methodID": 12, "amount": amount, "bankID": 1})
	}
	if n := tickets(); n != 0 {
		t.Errorf("%d tickets of deposits that wait", n)
	}
	h.control("clock", map[string]string{"advance": "2m"})
	if n := tickets(); n != 1 {
		t.Errorf("%d tickets of approved deposits, want the one that is large enough", n)
	}
}
