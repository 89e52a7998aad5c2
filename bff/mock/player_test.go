package mock_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRegistration(t *testing.T) {
	h := open(t, 1).as("de")
	form := map[string]any{
		"firstname": "Nil", "lastname": "Taze", "birthdate": "1999-05-14", "national_id": "10000000696",
		"country": "TR",
		"city":    "İzmir", "address": "Kordon 1", "currency": "TRY", "username": "taze", "email": "taze@ornek.test",
		"email_confirm": "taze@ornek.test", "phone": "+905551119988", "password": "Taze123",
		"password_confirm": "Taze123",
		"promo_code":       "HOSGELDIN", "rules_accepted": true,
	}
	must[any](h, "user/register", form)
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
		maps.Copy(other, map[string]any{
			"username": "baska", "email": "baska@ornek.test", "phone": "+905551119977", "national_id": "10000000764",
		})
		other[field] = c.value
		other["email_confirm"] = other["email"]
		h.refuses("user/register", other, c.message)
	}
	login := map[string]any{"username": "taze", "password": "Taze123"}
	h.refuses("user/login", login, "Hesap Aktif Değil")
	m := h.mailed("taze@ornek.test")
	assert.Equal(t, "Marmara: Bestätigen Sie Ihre Registrierung", m.Subject)
	assert.Equal(t, "/register-account-confirm?token="+m.Token, m.Link)
	assert.Contains(t, m.Text, m.Link)
	token := map[string]any{"token": m.Token}
	must[any](h, "user/register_resend", map[string]any{"username": "Taze"})
	h.refuses("user/register_confirm", token, "Der Link ist ungültig oder abgelaufen")
	token["token"] = h.mailed("taze@ornek.test").Token
	must[any](h, "user/register_confirm", token)
	h.refuses("user/register_confirm", token, "Der Link ist ungültig oder abgelaufen")

	in := must[struct{ UID, SID string }](h, "user/login", login)
	h.user = map[string]string{"uid": in.UID, "sid": in.SID}
	offers := must[[]struct{ Title string }](h, "user/list_bonuses", map[string]any{"status": "available"})
	assert.Equal(t, "Gutscheinbonus", offers[0].Title, "the code has given %+v", offers)
	tickets := func(want int) {
		t.Helper()
		approved := map[string]any{
			"searchType": 1, "searchCategory": 1, "status": 1002, "searchMinAmount": 250,
			"startDate": "2026-05-01", "endDate": "2026-05-31",
		}
		assert.Equal(t, want, h.call("finance/list_transactions", approved).Pagination.Total)
	}
	for _, amount := range []int{249, 250} {
		must[any](h, "finance/save_bank_transfer",
			map[string]any{"Type": 1, "methodID": 12, "amount": amount, "bankID": 1})
	}
	tickets(0) // the deposits wait
	h.advance("2m")
	tickets(1)
}

func TestPasswordResetAndAuthenticator(t *testing.T) {
	guest := open(t, 1)
	must[any](guest, "user/forgot", map[string]any{"email": "demo@ornek.test"})
	reset := map[string]any{
		"token": guest.mailed("demo@ornek.test").Token, "password": "Yeni123", "password_confirm": "x",
	}
	assert.True(t, !guest.call("user/pass_reset", reset).Result, "two different passwords are accepted")
	reset["password_confirm"] = "Yeni123"
	must[any](guest, "user/pass_reset", reset)
	assert.True(t, !guest.call("user/pass_reset", reset).Result, "the token is accepted a second time")
	guest.refuses("user/login", map[string]any{"username": "demo", "password": "Demo123"}, "Giriş Başarısız")

	h := guest.login("yeni")
	assert.True(t, !h.call("user/check_user_ga", nil).Result, "yeni has an authenticator")
	must[any](h, "user/user_generate_ga", nil)
	must[any](h, "user/check_ga", map[string]any{"ga_code": guest.code("yeni")})
	assert.True(t, h.call("user/check_user_ga", nil).Result, "the authenticator is not active")
	must[any](h, "user/clear_generated_ga", map[string]any{"gacode": guest.code("yeni")})
	assert.Zero(t, must[struct{ Type int }](h, "user/two_auth_type", map[string]any{"mode": "get"}).Type,
		"after clearing")
}

func TestBonusesAndMessages(t *testing.T) {
	guest := open(t, 1)
	read := func(h *client) (n int) {
		for _, m := range must[[]struct{ Read bool }](h, "crm/list_mass_messages", map[string]any{"limit": 10}) {
			if m.Read {
				n++
			}
		}
		return n
	}
	h := guest.login("yeni")
	assert.Zero(t, read(h), "at the first login")
	assert.Equal(t, 10, read(guest.login("yeni")), "at the second login")
	offers := h.bonuses("available")
	require.True(t, len(offers) >= 2, "yeni is offered %v", offers)
	h = guest.login("yeni")
	id := func(n int) map[string]any { return map[string]any{"bonusID": n} }
	assert.Equal(t, "active", must[bonusRow](h, "user/claim_bonus", id(offers[0].BonusID)).Status)
	second := h.call("user/claim_bonus", id(offers[1].BonusID))
	assert.True(t, !second.Result && second.Code == http.StatusConflict, "a second one: %+v", second)
	got := must[bonusRow](h, "user/cancel_bonus", id(offers[0].BonusID))
	assert.True(t, got.Status == "finished" && got.Ended != "", "%+v", got)
	assert.True(t, !h.call("user/cancel_bonus", id(1)).Result, "a bonus that does not exist is cancelled")
}
