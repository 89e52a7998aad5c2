package protection_test

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/protection"
)

var (
	inGroup    = &bff.Brand{ID: "marmara", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	alsoIn     = &bff.Brand{ID: "zephyr", TimeZone: time.UTC, Protection: bff.ProtectionRules{Group: "aurora"}}
	outside    = &bff.Brand{ID: "pera", TimeZone: time.UTC}
	ayse       = bff.PersonalData{Email: "Ayse@ornek.test ", Phone: "+90 555 111 22 33"}
	ayseByMail = bff.PersonalData{Email: "ayse@ORNEK.test", Phone: "0212 000 00 00"}
	can        = bff.PersonalData{Email: "can@ornek.test", Phone: "+905551112244"}
)

// told notes who a player is, as a profile tells.
func told(t *testing.T, s *protection.Service, brand *bff.Brand, player string, d bff.PersonalData) {
	t.Helper()
	if err := s.NotePerson(t.Context(), brand, player, d); err != nil {
		t.Fatal(err)
	}
	if s.PersonDue(t.Context(), brand, player) {
		t.Errorf("the person of %s at %s is due after it was noted", player, brand.ID)
	}
}

func excludeAt(t *testing.T, s *protection.Service, brand *bff.Brand, player string) {
	t.Helper()
	if _, err := s.Call(t.Context(), brand, player, "self_exclude", map[string]any{"forever": true}, telling); err != nil {
		t.Fatal(err)
	}
	if !s.PersonDue(t.Context(), brand, player) {
		t.Errorf("the person of %s at %s is not due after the exclusion", player, brand.ID)
	}
}

func TestAnExclusionHoldsForThePerson(t *testing.T) {
	now := noon
	s, announced := watched(t, &now)
	is := func(name string, brand *bff.Brand, player string, want bff.Restriction) {
		t.Helper()
		if got := s.Restriction(t.Context(), brand, player); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	if !s.PersonDue(t.Context(), inGroup, "1") || s.PersonDue(t.Context(), outside, "1") {
		t.Error("persons are due at the brands of a group")
	}
	told(t, s, inGroup, "1", ayse)
	told(t, s, alsoIn, "90", ayseByMail)
	told(t, s, alsoIn, "91", can)
	excludeAt(t, s, inGroup, "1")
	*announced = 0
	told(t, s, inGroup, "1", ayse)
	is("the player", inGroup, "1", bff.SelfExcluded)
	is("the person at another brand", alsoIn, "90", bff.SelfExcluded)
	is("another person", alsoIn, "91", bff.Unrestricted)
	is("a brand of another operator", outside, "1", bff.Unrestricted)
	if *announced != 1 {
		t.Errorf("announced %d times to players at other brands", *announced)
	}
	told(t, s, alsoIn, "92", ayse)
	is("who is found to be the person later", alsoIn, "92", bff.SelfExcluded)
	told(t, s, alsoIn, "93", bff.PersonalData{Phone: "02120000000"})
	is("by the phone number of another account", alsoIn, "93", bff.SelfExcluded)
	told(t, s, alsoIn, "94", bff.PersonalData{Email: "a***@ornek.test", Phone: "*** 22 33"})
	is("by what is masked", alsoIn, "94", bff.Unrestricted)
}

func TestExcludedPersonsMayNotRegister(t *testing.T) {
	now := noon
	s, _ := watched(t, &now)
	register := func(name string, brand *bff.Brand, d bff.PersonalData, want error) {
		t.Helper()
		if err := s.MayRegister(t.Context(), brand, d); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	whole := ayse
	whole.NationalID = "10000000146"
	register("at first", outside, whole, nil)
	if err := s.Registered(t.Context(), outside, whole, bff.FirstLimit{}); err != nil {
		t.Fatal(err)
	}
	excludeAt(t, s, outside, "1")
	told(t, s, outside, "1", ayse) // the profile tells no national id
	register("the same e-mail", outside, ayseByMail, bff.ReasonSelfExcluded)
	register("the same phone", outside, bff.PersonalData{Email: "other@ornek.test", Phone: "5551112233"}, bff.ReasonSelfExcluded)
	register("the same national id", outside, bff.PersonalData{Email: "other@ornek.test", NationalID: "10000000146"}, bff.ReasonSelfExcluded)
	register("in another mock world", outside, bff.PersonalData{NationalID: "10000000146", World: "w"}, nil)
	register("another person", outside, can, nil)
	register("another operator", inGroup, whole, nil)
}

// Once two accounts of staff have ended an exclusion, the person is excluded where it was, and nowhere new.
func TestAnEndedExclusionFindsNobodyElse(t *testing.T) {
	now := noon
	s, _ := watched(t, &now)
	told(t, s, inGroup, "1", ayse)
	told(t, s, alsoIn, "90", ayse)
	excludeAt(t, s, inGroup, "1")
	told(t, s, inGroup, "1", ayse)
	do := func(a bff.LimitAction) {
		t.Helper()
		a.Subject = bff.SubjectExclusion
		if _, err := s.Do(t.Context(), inGroup, "1", a); err != nil {
			t.Fatal(err)
		}
	}
	do(bff.LimitAction{Verb: bff.LimitPropose, By: "destek", Reason: "mistake"})
	now = noon.Add(24 * time.Hour)
	do(bff.LimitAction{Verb: bff.LimitApprove, By: "yonetici", At: noon})
	told(t, s, alsoIn, "91", ayse)
	for player, want := range map[string]bff.Restriction{"90": bff.SelfExcluded, "91": bff.Unrestricted} {
		if got := s.Restriction(t.Context(), alsoIn, player); got != want {
			t.Errorf("%s at another brand: %d, want %d", player, got, want)
		}
	}
	if got := s.Restriction(t.Context(), inGroup, "1"); got != bff.Unrestricted {
		t.Errorf("the player: %d", got)
	}
}
