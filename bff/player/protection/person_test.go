package protection_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/protection"
)

var (
	inGroup = &bff.Brand{ID: "marmara", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	alsoIn  = &bff.Brand{ID: "zephyr", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	outside = &bff.Brand{ID: "pera", TimeZone: time.UTC}
	ayse    = protection.PersonalData{
		Email: "Ayse@ornek.test ", Phone: "+90 555 111 22 33", Birthdate: "1990-04-12", Verified: true,
	}
	ayseByMail = protection.PersonalData{
		Email: "ayse+casino@ORNEK.test.", Phone: "0212 345 00 67", Birthdate: "1990-04-12",
	}
	can = protection.PersonalData{Email: "can@ornek.test", Phone: "+905551112244"}
)

func (r *rig) told(brand *bff.Brand, player string, d protection.PersonalData) {
	must(r.t, r.service.NotePerson(r.t.Context(), brand, player, d))
	assert.False(r.t, r.service.PersonDue(r.t.Context(), brand, player),
		"%s at %s is due after it was noted", player, brand.ID)
}

func (r *rig) exclude(brand *bff.Brand, player string) {
	_, err := call(r.t, r.service, brand, player, "self_exclude", `{"forever":true}`, telling)
	must(r.t, err)
	assert.True(r.t, r.service.PersonDue(r.t.Context(), brand, player),
		"%s at %s is not due when excluded", player, brand.ID)
}

func TestAnExclusionHoldsForThePerson(t *testing.T) {
	r := newRig(t)
	assert.True(t, r.service.PersonDue(t.Context(), inGroup, "1"), "a brand of a group")
	r.told(inGroup, "1", ayse)
	r.told(alsoIn, "90", ayseByMail)
	r.told(alsoIn, "91", can)
	r.exclude(inGroup, "1")
	r.announced = nil
	r.told(inGroup, "1", ayse)
	assertRestricted(t, "the player", r.service, inGroup, "1", protection.SelfExcluded)
	assertRestricted(t, "the person at another brand", r.service, alsoIn, "90", protection.SelfExcluded)
	assertRestricted(t, "another person", r.service, alsoIn, "91", protection.Unrestricted)
	assertRestricted(t, "a brand of another operator", r.service, outside, "1", protection.Unrestricted)
	assert.Len(t, r.announced, 1, "to players at other brands")
	r.told(alsoIn, "92", ayse)
	assertRestricted(t, "a player who is identified as the person later", r.service, alsoIn,
		"92", protection.SelfExcluded)
	r.told(alsoIn, "93", protection.PersonalData{Email: ayse.Email, Phone: ayse.Phone})
	assertRestricted(t, "by two fields of which none is verified", r.service, alsoIn, "93", protection.Unrestricted)
	r.told(alsoIn, "94", protection.PersonalData{Email: "a***@ornek.test", Phone: "*** 22 33"})
	assertRestricted(t, "by masked data", r.service, alsoIn, "94", protection.Unrestricted)
}

// A brand joins a group and a player changes the address after the personal data were recorded.
func TestAnExclusionHoldsForAPersonOfAnotherGroupOrAddress(t *testing.T) {
	r := newRig(t)
	joins := *outside
	r.told(outside, "1", ayse)
	r.told(alsoIn, "90", can)
	r.told(inGroup, "1", ayse)
	r.exclude(inGroup, "1")
	r.told(inGroup, "1", ayse)
	joins.Protection.Group = "aurora"
	assert.True(t, r.service.PersonDue(t.Context(), &joins, "1"), "a player of a brand that joins a group")
	r.told(&joins, "1", ayse)
	assertRestricted(t, "a player of a brand that joins a group", r.service, &joins, "1", protection.SelfExcluded)
	assertRestricted(t, "a player with another address", r.service, alsoIn, "90", protection.Unrestricted)
	r.told(alsoIn, "90", ayse)
	assertRestricted(t, "a player with this address", r.service, alsoIn, "90", protection.SelfExcluded)
}

func TestExcludedPersonsMayNotRegister(t *testing.T) {
	r := newRig(t)
	whole := protection.PersonalData{Email: ayse.Email, Phone: ayse.Phone, NationalID: "10000000146"}
	isKnown, err := r.service.MayRegister(t.Context(), outside, whole)
	assert.False(t, isKnown || err != nil, "before another account: %v", err)
	r.registered(outside, "1", whole)
	isKnown, err = r.service.MayRegister(t.Context(), outside, whole)
	assert.True(t, isKnown && err == nil, "before the exclusion: %v", err)
	r.exclude(outside, "1")
	r.told(outside, "1", protection.PersonalData{Email: ayse.Email}) // the profile does not report the national id
	for _, row := range []struct {
		name  string
		brand *bff.Brand
		data  protection.PersonalData
		want  error
	}{
		{
			"the same e-mail and id", outside,
			protection.PersonalData{Email: "AYSE+x@ornek.test.", NationalID: " 100000 00146"},
			bff.ReasonSelfExcluded,
		},
		{
			"the same phone and id",
			outside,
			protection.PersonalData{Email: "other@ornek.test", Phone: "5551112233", NationalID: "10000000146"},
			bff.ReasonSelfExcluded,
		},
		{"the same e-mail alone", outside, ayseByMail, nil},
		{"the same id alone", outside, protection.PersonalData{Email: "o@ornek.test", NationalID: "10000000146"}, nil},
		{
			"of a tester", outside,
			protection.PersonalData{
				Email: ayse.Email, NationalID: "10000000146", Partition: bff.Partition(outside.ID + "/w"),
			},
			nil,
		},
		{"another person", outside, can, nil},
		{"another operator", inGroup, whole, nil},
	} {
		_, err := r.service.MayRegister(t.Context(), row.brand, row.data)
		assert.ErrorIs(t, err, row.want, row.name)
	}
}

// registered registers a player and logs in.
func (r *rig) registered(brand *bff.Brand, player string, d protection.PersonalData) {
	d.Partition = bff.Partition(brand.ID)
	must(r.t, r.service.Registered(r.t.Context(), brand, d, protection.FirstLimit{Username: "name" + player}))
	r.loggedIn(brand, player, d)
}

// loggedIn logs in a player with a profile without national id.
func (r *rig) loggedIn(brand *bff.Brand, player string, d protection.PersonalData) {
	d.NationalID, d.Partition = "", bff.Partition(brand.ID)
	must(r.t,
		r.service.LoggedIn(r.t.Context(), brand, bff.Identity{
			Partition: bff.Partition(brand.ID), UID: player, Username: "name" + player,
		}, func() (protection.PersonalData, error) {
			return d, nil
		}))
}

// Some platforms accept registrations with a taken name, because names must not become public.
func TestARegistrationUnderTheNameOfAnotherPlayerIsNotTheirs(t *testing.T) {
	r := newRig(t)
	attacker := protection.PersonalData{Email: "mallory@ornek.test", Phone: ayse.Phone, NationalID: "10000000146"}
	must(t,
		r.service.Registered(t.Context(), inGroup, attacker,
			protection.FirstLimit{
				LimitID: bff.LimitID{Kind: bff.LimitDeposit, Period: "day"}, Value: 1000, Username: "NAME1",
			}))
	r.loggedIn(inGroup, "1", ayse)
	p, err := r.register.Get(t.Context(), inGroup.ID, "1")
	require.NoError(t, err)
	assert.Empty(t, p.Limits, "of another person")
	r.registered(alsoIn, "90", attacker)
	r.exclude(alsoIn, "90")
	r.told(alsoIn, "90", attacker)
	r.told(inGroup, "1", ayse)
	assertRestricted(t, "the player with the taken name", r.service, inGroup, "1", protection.Unrestricted)
}

// One equal field does not identify a person, so staff compare the accounts. The exclusion applies
// after their decision. Placeholder values do not count as equal.
func TestStaffDecideAboutOneEqualField(t *testing.T) {
	r := newRig(t)
	r.told(inGroup, "1", ayse)
	mallory := protection.PersonalData{Email: "mallory@ornek.test", Phone: ayse.Phone, NationalID: "20000000428"}
	for player, typed := range map[string][3]string{
		"a": {"-", "+90", "-"}, "b": {"yok", "0", "11111111111"}, "c": {"a@b", "5555555555", "12345678901"},
		"d": {"m***@ornek.test", "0555 1234567", "*******0146"},
		"e": {"@ornek.test", "+90 555 121 21 21", "XXXXXXX0146"},
	} {
		data := protection.PersonalData{
			Email: typed[0], Phone: typed[1], NationalID: typed[2], Birthdate: ayse.Birthdate, Verified: true,
		}
		r.told(inGroup, player, data)
		r.told(alsoIn, "90", data)
	}
	r.exclude(alsoIn, "90")
	r.told(alsoIn, "90", mallory)
	matches, err := r.service.Matches(t.Context(), inGroup)
	must(t, err)
	want := []bff.PersonMatch{
		{
			Brand: "marmara", Player: "1", ExcludedBrand: "zephyr",
			ExcludedPlayer: "90", Fields: []string{"phone"}, At: noon,
		},
	}
	assert.Equal(t, want, matches, "and no placeholder")
	for same, want := range map[bool]protection.Restriction{
		false: protection.Unrestricted, true: protection.SelfExcluded,
	} {
		r := newRig(t)
		r.told(alsoIn, "90", mallory)
		r.exclude(alsoIn, "90")
		r.told(alsoIn, "90", mallory)
		r.told(inGroup, "1", ayse)
		assertRestricted(t, "before the decision", r.service, inGroup, "1", protection.Unrestricted)
		decision := matches[0]
		decision.By, decision.Same = "destek", same
		must(t, r.service.DecideMatch(t.Context(), inGroup, decision))
		assert.ErrorIs(t, r.service.DecideMatch(t.Context(), inGroup, decision), bff.ErrNoMatch)
		r.told(inGroup, "1", ayse)
		assertRestricted(t, "after the decision", r.service, inGroup, "1", want)
	}
}

// If two staff accounts end an exclusion, the person remains excluded at the other brands. The
// exclusion does not spread further.
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
	assertRestricted(t, "the person at another brand", r.service, alsoIn, "90", protection.SelfExcluded)
	assertRestricted(t, "the person at a new account", r.service, alsoIn, "91", protection.Unrestricted)
	assertRestricted(t, "the player", r.service, inGroup, "1", protection.Unrestricted)
}

// Players of different brands and testers may share a name.
func TestTheLimitOfARegistrationIsInForceFromTheFirstLogin(t *testing.T) {
	register := func(username string, value int64) func(*rig) {
		return func(r *rig) {
			limit := protection.FirstLimit{
				LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: value, Username: username,
			}
			must(r.t,
				r.service.Registered(t.Context(), marmara, protection.PersonalData{Partition: "marmara/a"}, limit))
		}
	}
	logInAt := func(brand *bff.Brand, p bff.Partition) func(*rig) {
		return func(r *rig) {
			must(r.t,
				r.service.LoggedIn(t.Context(), brand, bff.Identity{UID: "1", Username: "ayse", Partition: p},
					func() (protection.PersonalData, error) { return protection.PersonalData{}, nil }))
		}
	}
	logIn := logInAt(marmara, "marmara/a")
	player := bff.Partition("marmara/a").Qualify("1")
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
		{
			"a later registration of the name without one",
			[]func(*rig){register("ayse", 500_00), register("ayse", 0), logIn},
			-1,
		},
		{"the player has set one meanwhile", []func(*rig){register("ayse", 500_00), set("300"), logIn}, 300_00},
		{"only the first login", []func(*rig){register("ayse", 500_00), logIn, set("200"), logIn}, 200_00},
		{"a login of another tester", []func(*rig){register("ayse", 500_00), logInAt(marmara, "marmara/b")}, -1},
		{"a login at another brand", []func(*rig){register("ayse", 500_00), logInAt(zephyr, "zephyr/a")}, -1},
		{
			"after logins elsewhere",
			[]func(*rig){register("ayse", 500_00), logInAt(marmara, "marmara/b"), logInAt(zephyr, "zephyr/a"), logIn},
			500_00,
		},
	} {
		r := newRig(t)
		for _, step := range row.steps {
			step(r)
		}
		for at, want := range map[bff.Partition]int64{
			"marmara/a": row.want, "marmara/b": -1, "zephyr/a": -1, "zephyr/b": -1,
		} {
			p, err := r.register.Get(t.Context(), at.Brand(), at.Qualify("1"))
			must(t, err)
			assert.Equal(t, want, value(p, daily), "%s: %s", row.name, at)
		}
	}
}
