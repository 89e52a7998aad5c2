package protection_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

var (
	inGroup    = &bff.Brand{ID: "marmara", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	alsoIn     = &bff.Brand{ID: "zephyr", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	outside    = &bff.Brand{ID: "pera", TimeZone: time.UTC}
	ayse       = bff.PersonalData{Email: "Ayse@ornek.test ", Phone: "+90 555 111 22 33"}
	ayseByMail = bff.PersonalData{Email: "ayse@ORNEK.test", Phone: "0212 000 00 00"}
	can        = bff.PersonalData{Email: "can@ornek.test", Phone: "+905551112244"}
)

func (r *rig) told(brand *bff.Brand, player string, d bff.PersonalData) {
	must(r.t, r.service.NotePerson(r.t.Context(), brand, player, d))
	assert.False(r.t, r.service.PersonDue(r.t.Context(), brand, player), "%s at %s is due after it was noted", player, brand.ID)
}

func (r *rig) exclude(brand *bff.Brand, player string) {
	_, err := call(r.t, r.service, brand, player, "self_exclude", `{"forever":true}`, telling)
	must(r.t, err)
	assert.True(r.t, r.service.PersonDue(r.t.Context(), brand, player), "%s at %s is not due when excluded", player, brand.ID)
}

func TestAnExclusionHoldsForThePerson(t *testing.T) {
	r := newRig(t)
	assert.True(t, r.service.PersonDue(t.Context(), inGroup, "1"), "a brand of a group")
	assert.False(t, r.service.PersonDue(t.Context(), outside, "1"), "a brand of no group")
	r.told(inGroup, "1", ayse)
	r.told(alsoIn, "90", ayseByMail)
	r.told(alsoIn, "91", can)
	r.exclude(inGroup, "1")
	r.announced = nil
	r.told(inGroup, "1", ayse)
	assertRestricted(t, "the player", r.service, inGroup, "1", bff.SelfExcluded)
	assertRestricted(t, "the person at another brand", r.service, alsoIn, "90", bff.SelfExcluded)
	assertRestricted(t, "another person", r.service, alsoIn, "91", bff.Unrestricted)
	assertRestricted(t, "a brand of another operator", r.service, outside, "1", bff.Unrestricted)
	assert.Len(t, r.announced, 1, "to players at other brands")
	r.told(alsoIn, "92", ayse)
	assertRestricted(t, "a player who is found to be the person later", r.service, alsoIn, "92", bff.SelfExcluded)
	r.told(alsoIn, "93", bff.PersonalData{Phone: "02120000000"})
	assertRestricted(t, "by the phone number of another account", r.service, alsoIn, "93", bff.SelfExcluded)
	r.told(alsoIn, "94", bff.PersonalData{Email: "a***@ornek.test", Phone: "*** 22 33"})
	assertRestricted(t, "by masked data", r.service, alsoIn, "94", bff.Unrestricted)
}

func TestExcludedPersonsMayNotRegister(t *testing.T) {
	r := newRig(t)
	whole := ayse
	whole.NationalID = "10000000146"
	assert.NoError(t, r.service.MayRegister(t.Context(), outside, whole), "before the exclusion")
	must(t, r.service.Registered(t.Context(), outside, whole, bff.FirstLimit{}))
	r.exclude(outside, "1")
	r.told(outside, "1", ayse) // the profile does not report the national id
	for _, row := range []struct {
		name  string
		brand *bff.Brand
		data  bff.PersonalData
		want  error
	}{
		{"the same e-mail", outside, ayseByMail, bff.ReasonSelfExcluded},
		{"the same phone", outside, bff.PersonalData{Email: "other@ornek.test", Phone: "5551112233"}, bff.ReasonSelfExcluded},
		{"the same id", outside, bff.PersonalData{Email: "o@ornek.test", NationalID: "10000000146"}, bff.ReasonSelfExcluded},
		{"in another mock world", outside, bff.PersonalData{NationalID: "10000000146", World: "w"}, nil},
		{"another person", outside, can, nil},
		{"another operator", inGroup, whole, nil},
	} {
		assert.ErrorIs(t, r.service.MayRegister(t.Context(), row.brand, row.data), row.want, row.name)
	}
}

// When two staff accounts have ended an exclusion, the person remains excluded at the other brands, and at no
// further ones.
func TestAnEndedExclusionFindsNobodyElse(t *testing.T) {
	r := newRig(t)
	r.told(inGroup, "1", ayse)
	r.told(alsoIn, "90", ayse)
	r.exclude(inGroup, "1")
	r.told(inGroup, "1", ayse)
	for i, a := range []bff.LimitAction{
		{Verb: bff.LimitPropose, By: "destek", Reason: "mistake", Subject: bff.SubjectExclusion},
		{Verb: bff.LimitApprove, By: "yonetici", At: noon, Subject: bff.SubjectExclusion},
	} {
		r.now = noon.Add(time.Duration(i) * 24 * time.Hour)
		_, err := r.service.Do(t.Context(), inGroup, "1", a)
		must(t, err)
	}
	r.told(alsoIn, "91", ayse)
	assertRestricted(t, "the person at another brand", r.service, alsoIn, "90", bff.SelfExcluded)
	assertRestricted(t, "the person at a new account", r.service, alsoIn, "91", bff.Unrestricted)
	assertRestricted(t, "the player", r.service, inGroup, "1", bff.Unrestricted)
}

// Worlds of a mock, and brands, have players of the same name.
func TestTheLimitOfARegistrationIsInForceFromTheFirstLogin(t *testing.T) {
	register := func(username string, value int64) func(*rig) {
		return func(r *rig) {
			limit := bff.FirstLimit{LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: value, Username: username}
			must(r.t, r.service.Registered(t.Context(), marmara, bff.PersonalData{World: "a"}, limit))
		}
	}
	logInAt := func(brand *bff.Brand, world string) func(*rig) {
		return func(r *rig) {
			must(r.t, r.service.LoggedIn(t.Context(), brand, bff.Identity{UID: "1", Username: "ayse", World: world}))
		}
	}
	logIn := logInAt(marmara, "a")
	player := bff.Identity{UID: "1", World: "a"}.Player()
	set := func(amount string) func(*rig) {
		return func(r *rig) {
			mustCall(r.t, r.service, player, "set", `{"kind":"deposit","period":"day","amount":`+amount+`}`)
		}
	}
	for _, row := range []struct {
		name  string
		steps []func(*rig)
		want  int64
	}{
		{"the first login", []func(*rig){register("Ayse", 500_00), logIn}, 500_00},
		{"the login of another player", []func(*rig){register("fatma", 500_00), logIn}, -1},
		{"no limit wanted", []func(*rig){register("ayse", 0), logIn}, -1},
		{"a later registration of the name without one", []func(*rig){register("ayse", 500_00), register("ayse", 0), logIn}, -1},
		{"the player has set one meanwhile", []func(*rig){register("ayse", 500_00), set("300"), logIn}, 300_00},
		{"only the first login", []func(*rig){register("ayse", 500_00), logIn, set("200"), logIn}, 200_00},
		{"a login in another world", []func(*rig){register("ayse", 500_00), logInAt(marmara, "b")}, -1},
		{"a login at another brand", []func(*rig){register("ayse", 500_00), logInAt(zephyr, "a")}, -1},
		{"after logins elsewhere", []func(*rig){register("ayse", 500_00), logInAt(marmara, "b"), logInAt(zephyr, "a"), logIn}, 500_00},
	} {
		r := newRig(t)
		for _, step := range row.steps {
			step(r)
		}
		for at, want := range map[[2]string]int64{
			{"marmara", "a"}: row.want, {"marmara", "b"}: -1, {"zephyr", "a"}: -1, {"zephyr", "b"}: -1,
		} {
			p, err := r.register.Get(t.Context(), at[0], bff.Identity{UID: "1", World: at[1]}.Player())
			must(t, err)
			assert.Equal(t, want, value(p, daily), "%s: brand and world %s", row.name, at)
		}
	}
}
