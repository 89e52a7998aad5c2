package session

import (
	"strings"
	"testing"

	"croupier/bff"
)

func TestSealIsRandomizedAndReversible(t *testing.T) {
	f := newFixture(t)
	one, err := f.Seal(ayse)
	if err != nil {
		t.Fatal(err)
	}
	two, _ := f.Seal(ayse)
	if one.UID == two.UID || one.SID == two.SID || one.UIP == two.UIP {
		t.Error("sealed twice to the same text")
	}
	if strings.Contains(one.UID+one.SID+one.UIP, ayse.UID) {
		t.Error("the uid stays readable")
	}
	got, err := f.unsealUser(one)
	if want := (bff.Identity{UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestUnsealRejectsForeignValues(t *testing.T) {
	f, stranger := newFixture(t), newFixture(t)
	good, _ := f.Seal(ayse)
	foreign, _ := stranger.Seal(ayse)
	last := good.UID[len(good.UID)-20:]
	for name, u := range map[string]bff.SealedUser{
		"nothing":           {},
		"clear values":      {UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP},
		"another ring's":    foreign,
		"fields exchanged":  {UID: good.SID, SID: good.UID, UIP: good.UIP},
		"a changed text":    {UID: strings.TrimSuffix(good.UID, last) + strings.Repeat("A", 20), SID: good.SID, UIP: good.UIP},
		"text of no base64": {UID: good.UID + "!", SID: good.SID, UIP: good.UIP},
	} {
		if id, err := f.unsealUser(u); err == nil {
			t.Errorf("%s: %+v, %v", name, id, err)
		}
	}
}

// unsealUser opens all fields of a sealed user.
func (m *Manager) unsealUser(u bff.SealedUser) (id bff.Identity, err error) {
	for _, f := range []struct {
		name, value string
		dst         *string
	}{{fieldUID, u.UID, &id.UID}, {fieldSID, u.SID, &id.SID}, {fieldUIP, u.UIP, &id.UIP}} {
		if *f.dst, err = m.ring.Load().unseal(f.name, f.value); err != nil {
			return bff.Identity{}, err
		}
	}
	return id, nil
}
