package world

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// validRegistration returns a valid registration.
func validRegistration() Registration {
	return Registration{Password: "Taze123", Profile: Profile{
		Username: "taze", FirstName: "Nil", LastName: "Taze", Email: "taze@ornek.test", Country: "TR",
		NationalID: "10000000696", Birthdate: "1999-05-14",
	}}
}

// register registers a player and returns the token of the confirmation mail.
func register(t *testing.T, w *World) (token string) {
	t.Helper()
	_, err := w.Register(testLocale, validRegistration())
	require.NoError(t, err)
	return mailed(w, validRegistration().Email)
}

// mailed returns the token of the newest mail to an address.
func mailed(w *World, to string) string { return w.Mails(to)[0].Token }

// loginError returns the error of a login.
func loginError(w *World, username, password string) error {
	_, err := w.Login(username, password, "", "")
	return err
}

func TestLogin(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		username, password string
		want               error
	}{
		{"demo", "yanlis", ErrLogin},
		{"kimse", DemoPassword, ErrLogin},
		{"pasif", DemoPassword, ErrInactive},
		{"pasif", "yanlis", ErrLogin},
		{"DEMO", DemoPassword, nil},
	} {
		wants(t, c.username+"/"+c.password, loginError(w, c.username, c.password), c.want)
	}
	assert.Greater(t, len(login(t, w, "ikili").Secret), 10)
	assert.Zero(t, login(t, w, "yeni").LastLogin)
	assert.WithinDuration(t, noon, login(t, w, "yeni").LastLogin, 0)
}

func TestSessionsEnd(t *testing.T) {
	c := enter(t, "demo")
	other := login(t, c.World, "zengin")
	foreign := client{World: c.World, Ticket: Ticket{UID: other.UID, SID: c.SID}}
	wants(t, "another player's session", foreign.valid(), ErrSession)
	c.do(func(p *Player) { p.EndSession(c.SID) })
	wants(t, "after logging out", c.valid(), ErrSession)
	c.Advance(sessionIdle + time.Second)
	wants(t, "after a day idle", other.valid(), ErrSession)
	oldest := login(t, c.World, "demo")
	for range maxSessions {
		login(t, c.World, "demo")
	}
	wants(t, "the oldest of too many sessions", oldest.valid(), ErrSession)
	assert.Len(t, c.sessions, maxSessions)
}

func TestAuthenticatorLifeCycle(t *testing.T) {
	c := enter(t, "demo")
	c.do(func(p *Player) {
		wants(t, "an authenticator that does not exist", p.SetFactor(FactorAuthenticator), ErrFactor)
		secret, _ := p.GenerateAuthenticator("Marmara")
		assert.Equal(t, "", p.Secret, "an unconfirmed secret is active")
		wants(t, "a wrong code", p.CheckAuthenticator("000000"), ErrCode)
		code, err := totp.GenerateCode(secret, noon)
		require.NoError(t, err)
		wants(t, "a right code", p.CheckAuthenticator(code), nil)
		assert.Equal(t, FactorAuthenticator, p.Factor)
	})
	assert.NotEmpty(t, login(t, c.World, "demo").Secret, "the next login asks for no code")
	code, left, err := c.AuthenticatorCode("demo")
	require.True(t, err == nil && left > 0 && left <= 30*time.Second, "code %q for %s: %v", code, left, err)
	c.do(func(p *Player) {
		wants(t, "clearing", p.ClearAuthenticator(code), nil)
		assert.True(t, p.Secret == "" && p.Factor == FactorNone, "factor %d", p.Factor)
	})
	_, _, err = c.AuthenticatorCode("demo")
	wants(t, "a code of no authenticator", err, ErrNoRecords)
}

func TestSMSCodes(t *testing.T) {
	c := enter(t, "demo")
	send := func() (code string) {
		c.do(func(p *Player) { p.SendSMS(p.Phone) })
		return mailed(c.World, "+905551110101")
	}
	check := func(what, code string, want error) {
		t.Helper()
		c.do(func(p *Player) { wants(t, what, p.CheckSMS(code), want) })
	}
	code := send()
	check("a right code", code, nil)
	check("the code again", code, ErrCode)
	late := send()
	c.Advance(smsLife + time.Second)
	check("a code too late", late, ErrCode)
	code = send()
	for range smsTries {
		check("a wrong code", "x"+code[1:], ErrCode)
	}
	check("the right code after too many wrong ones", code, ErrCode)
}

func TestRegistrationRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Registration)
		want   error
	}{
		"username of another account":             {func(a *Registration) { a.Username = "DEMO" }, ErrUsername},
		"address of another account":              {func(a *Registration) { a.Email = "Demo@ornek.test" }, ErrEmail},
		"identity number of another account":      {func(a *Registration) { a.NationalID = "10000000146" }, ErrNationalIDTaken},
		"identity number with wrong check digits": {func(a *Registration) { a.NationalID = "10000000697" }, ErrNationalID},
		"identity number with a letter":           {func(a *Registration) { a.NationalID = "1000000069x" }, ErrNationalID},
		"foreign identity document":               {func(a *Registration) { a.NationalID, a.Country = "L01X00T47", "DE" }, nil},
		"18 tomorrow":                             {func(a *Registration) { a.Birthdate = "2008-05-15" }, ErrAge},
		"18 today":                                {func(a *Registration) { a.Birthdate = "2008-05-14" }, nil},
		"unknown promotion code":                  {func(a *Registration) { a.Promo = "YOK" }, ErrPromo},
		"known promotion code":                    {func(a *Registration) { a.Promo = "hoşgeldin" }, nil},
	} {
		w, a := newWorld(t), validRegistration()
		c.change(&a)
		_, err := w.Register(testLocale, a)
		wants(t, name, err, c.want)
	}
}

func TestRegistrationIsConfirmedByMail(t *testing.T) {
	w := newWorld(t)
	old := register(t, w)
	wants(t, "a login before the confirmation", loginError(w, "taze", "Taze123"), ErrInactive)
	w.Advance(mailTokenLife + time.Second)
	wants(t, "a confirmation a day late", w.Confirm(old), ErrToken)
	again := register(t, w) // the name is free again
	w.Forgot(testLocale, "taze@ornek.test")
	wants(t, "a confirmation that was mailed anew", w.Confirm(again), ErrToken)
	newest := mailed(w, "taze@ornek.test")
	wants(t, "the newest confirmation", w.Confirm(newest), nil)
	wants(t, "the token again", w.Confirm(newest), ErrToken)
	wants(t, "a login after the confirmation", loginError(w, "taze", "Taze123"), nil)
}

func TestPasswordReset(t *testing.T) {
	c := enter(t, "demo")
	c.Forgot(testLocale, "nobody@ornek.test")
	c.Forgot(testLocale, "demo@ornek.test")
	reset := mailed(c.World, "demo@ornek.test")
	wants(t, "a reset token as a confirmation", c.Confirm(reset), ErrToken)
	wants(t, "the reset", c.ResetPassword(reset, "Yeni456"), nil)
	wants(t, "a session from before the reset", c.valid(), ErrSession)
	wants(t, "the new password", loginError(c.World, "demo", "Yeni456"), nil)
	c.Forgot(testLocale, "demo@ornek.test")
	c.Advance(mailTokenLife + time.Second)
	wants(t, "a token a day later", c.ResetPassword(mailed(c.World, "demo@ornek.test"), "Gec789"), ErrToken)
}

func TestAccountChangesAreMailed(t *testing.T) {
	c := enter(t, "demo")
	other := login(t, c.World, "demo")
	c.do(func(p *Player) {
		to := p.Profile
		to.Email, to.Username = "yeni.adres@ornek.test", "deniz"
		wants(t, "a new name with a wrong password", p.Update(to, "yanlis"), ErrPassword)
		wants(t, "a new address and name", p.Update(to, DemoPassword), nil)
		to.Email = "ikili@ornek.test"
		wants(t, "another's address", p.Update(to, DemoPassword), ErrEmail)
		wants(t, "another's address with a wrong password", p.Update(to, ""), ErrPassword)
		to.Email = "yeni.adres@ornek.test"
		for _, taken := range []string{"+905551110202", "0555 111 02 02", "0090 (555) 111-0202"} {
			to.Phone = taken
			wants(t, "another's phone "+taken, p.Update(to, ""), ErrPhone)
		}
		to.Phone = "0555 111 01 01"
		wants(t, "one's own phone, written differently", p.Update(to, ""), nil)
		wants(t, "a wrong password", p.ChangePassword("yanlis", "Yeni456", c.SID), ErrPassword)
	})
	assert.Len(t, c.Mails("demo@ornek.test"), 1, "the old address")
	assert.Len(t, c.Mails("yeni.adres@ornek.test"), 2, "the new address, one on each change")
	c.Forgot(testLocale, "yeni.adres@ornek.test")
	reset := mailed(c.World, "yeni.adres@ornek.test")
	c.do(func(p *Player) { wants(t, "the right password", p.ChangePassword(DemoPassword, "Yeni456", c.SID), nil) })
	wants(t, "another session", other.valid(), ErrSession)
	wants(t, "the session that changed it", c.valid(), nil)
	wants(t, "a reset from before the change", c.ResetPassword(reset, "Hirsiz1"), ErrToken)
	wants(t, "the new name and password", loginError(c.World, "deniz", "Yeni456"), nil)
}

func TestMailsUseTheLocaleAndLinkToTheSite(t *testing.T) {
	texts := catalogue(t, 1).Texts
	for _, lang := range Languages {
		w := newWorld(t)
		at := Locale{Brand: &Brands[2], Lang: lang}
		_, err := w.Register(at, validRegistration())
		require.NoError(t, err)
		w.Forgot(at, "demo@ornek.test")
		for key, path := range map[string]string{"confirm": "/register-account-confirm", "reset": "/account_reset"} {
			m := w.Mails(map[string]string{"confirm": "taze@ornek.test", "reset": "demo@ornek.test"}[key])[0]
			assert.Equal(t, path+"?token="+m.Token, m.Link, lang)
			assert.Equal(t, texts.Phrase(lang, "mail."+key+".subject", "site", "Pera"), m.Subject)
			assert.Contains(t, m.Text, m.Link, lang)
			assert.NotContains(t, m.Text, "{", lang)
		}
	}
}

func TestMailTextsAreComplete(t *testing.T) {
	texts := catalogue(t, 1).Texts
	for _, lang := range Languages {
		for _, key := range []string{
			"confirm", "welcome", "reset", "password", "email", "username", "factor.on", "factor.off", "prize", "jackpot",
			"deposit.approved", "deposit.refused", "withdrawal.approved", "withdrawal.refused", "withdrawal.identity", "identity",
		} {
			for _, part := range []string{".subject", ".text"} {
				assert.NotEqual(t, "mail."+key+part, texts.Phrase(lang, "mail."+key+part), lang)
			}
		}
		for message, key := range refusalKeys {
			r := (&Refusal{Message: message, Code: 400}).In(texts, lang)
			assert.True(t, r.Message != "refusal."+key && (lang == "tr") == (r.Message == message), "%s: %q: %q", lang, message, r.Message)
		}
	}
}
