package protection_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/protection"
	"croupier/bff/store/embedded"
)

// staffRig is a service with the actions of staff on one player.
type staffRig struct {
	t         *testing.T
	now       time.Time
	service   *protection.Service
	register  *protection.Register
	brand     *bff.Brand
	announced []string
}

func newStaffRig(t *testing.T) *staffRig {
	t.Helper()
	s, _ := embeddedBackend(t)(t)
	bus := new(embedded.Bus)
	r := &staffRig{t: t, now: noon, register: protection.NewRegister(s, indexkey.New()), brand: &bff.Brand{ID: "marmara"}}
	r.service = protection.NewService(r.register, bus, slog.New(slog.DiscardHandler), func(*bff.Brand, string) time.Time { return r.now })
	bus.Subscribe(bff.TopicProtection, func(payload []byte) { r.announced = append(r.announced, string(payload)) })
	return r
}

// do checks and does an action as the console does.
func (r *staffRig) do(a bff.LimitAction) error {
	r.t.Helper()
	_, checked := r.service.Check(r.t.Context(), r.brand, "ayse", a)
	_, err := r.service.Do(r.t.Context(), r.brand, "ayse", a)
	if fmt.Sprint(checked) != fmt.Sprint(err) {
		r.t.Errorf("%+v: checked %v, done %v", a, checked, err)
	}
	return err
}

func (r *staffRig) view() *bff.PlayerLimits {
	r.t.Helper()
	v, err := r.service.StaffView(r.t.Context(), r.brand, "ayse")
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// inForce describes what holds for the player.
func (r *staffRig) inForce() string {
	v := r.view()
	var out []string
	for _, l := range v.Limits {
		out = append(out, fmt.Sprintf("%s/%s %d", l.Kind, l.Period, l.Value))
	}
	if !v.CoolOff.IsZero() {
		out = append(out, "break until "+v.CoolOff.Format(time.DateOnly))
	}
	switch {
	case v.Forever:
		out = append(out, "excluded for ever")
	case !v.Excluded.IsZero():
		out = append(out, "excluded until "+v.Excluded.Format(time.DateOnly))
	}
	return strings.Join(out, ", ")
}

func TestStaffTightenAtOnce(t *testing.T) {
	const day = 24 * time.Hour
	r := newStaffRig(t)
	deposits := &bff.LimitID{Kind: "deposit", Period: "day"}
	limit := func(v int64) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: deposits, Value: v}
	}
	pause := func(d time.Duration) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectBreak, Break: d}
	}
	exclude := func(months int) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectExclusion, Months: months}
	}
	for _, step := range []struct {
		name string
		do   bff.LimitAction
		err  error
		want string
	}{
		{"the first limit", limit(500), nil, "deposit/day 500"},
		{"a looser one", limit(600), bff.ErrNotTighter, "deposit/day 500"},
		{"the same", limit(500), bff.ErrNotTighter, "deposit/day 500"},
		{"a tighter one", limit(300), nil, "deposit/day 300"},
		{"a break", pause(3 * day), nil, "deposit/day 300, break until 2026-11-30"},
		{"a shorter break", pause(day), bff.ErrNotTighter, "deposit/day 300, break until 2026-11-30"},
		{"a longer break", pause(7 * day), nil, "deposit/day 300, break until 2026-12-04"},
		{"an exclusion", exclude(12), nil, "deposit/day 300, break until 2026-12-04, excluded until 2027-11-27"},
		{"a shorter exclusion", exclude(6), bff.ErrNotTighter, "deposit/day 300, break until 2026-12-04, excluded until 2027-11-27"},
		{"for ever", exclude(0), nil, "deposit/day 300, break until 2026-12-04, excluded for ever"},
		{"five years", exclude(60), bff.ErrNotTighter, "deposit/day 300, break until 2026-12-04, excluded for ever"},
		{"for ever again", exclude(0), bff.ErrNotTighter, "deposit/day 300, break until 2026-12-04, excluded for ever"},
	} {
		if err := r.do(step.do); !errors.Is(err, step.err) || r.inForce() != step.want {
			t.Errorf("%s: %v, %s; want %v, %s", step.name, err, r.inForce(), step.err, step.want)
		}
	}
	var history []string
	for _, c := range r.view().History {
		history = append(history, c.By+" "+c.Name)
	}
	if got := strings.Join(history, ", "); got != "destek exclusion, destek exclusion, destek break, destek break, destek set, destek set" {
		t.Errorf("history: %s", got)
	}
	if len(r.announced) != 6 || r.announced[0] != `{"brand":"marmara","player":"ayse"}` {
		t.Errorf("announced: %q", r.announced)
	}
	if got := r.service.Restriction(t.Context(), r.brand, "ayse"); got != bff.SelfExcluded {
		t.Errorf("restriction: %v", got)
	}
}

func TestLimitsThatDependOnRoundsNeedAPlatformThatTellsThem(t *testing.T) {
	r := newStaffRig(t)
	loss := bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: &bff.LimitID{Kind: "loss", Period: "day"}, Value: 100}
	r.brand.Unsupported = map[string]bool{"user/game_history": true}
	if err := r.do(loss); !errors.Is(err, bff.ErrLimitNotSupported) || strings.Join(r.view().Kinds, " ") != "deposit session_time" {
		t.Errorf("%v, %v", err, r.view().Kinds)
	}
	r.brand.Unsupported = nil
	if err := r.do(loss); err != nil || r.inForce() != "loss/day 100" {
		t.Errorf("%v, %s", err, r.inForce())
	}
}

func TestStaffLoosenWithTwoAccountsAfterTheWait(t *testing.T) {
	const day = 24 * time.Hour
	r := newStaffRig(t)
	deposits := &bff.LimitID{Kind: "deposit", Period: "day"}
	about := map[string]*bff.LimitID{bff.SubjectLimit: deposits}
	propose := func(by, subject string, v int64) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitPropose, By: by, Subject: subject, ID: about[subject], Value: v, Removal: subject == bff.SubjectLimit && v == 0, Reason: "a letter"}
	}
	decide := func(verb bff.LimitVerb, by, subject string, at time.Time) bff.LimitAction {
		return bff.LimitAction{Verb: verb, By: by, Subject: subject, ID: about[subject], At: at}
	}
	tighten := func(v int64) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: deposits, Value: v}
	}
	const waits = "the proposal may be approved from "
	first := noon.Add(time.Minute)
	for _, step := range []struct {
		name string
		at   time.Time
		do   bff.LimitAction
		err  string
		want string
	}{
		{"nothing to loosen", noon, propose("destek", "limit", 800), bff.ErrNotLooser.Error(), ""},
		{"no break to end", noon, propose("destek", "break", 0), bff.ErrNothingToEnd.Error(), ""},
		{"no exclusion to end", noon, propose("destek", "exclusion", 0), bff.ErrNothingToEnd.Error(), ""},
		{"a limit", noon, tighten(500), "", "deposit/day 500"},
		{"not looser", noon, propose("destek", "limit", 500), bff.ErrNotLooser.Error(), "deposit/day 500"},
		{"nothing is proposed", noon, decide("approve", "yonetici", "limit", noon), bff.ErrNotProposed.Error(), "deposit/day 500"},
		{"proposed", noon, propose("destek", "limit", 800), "", "deposit/day 500"},
		{"too early", noon.Add(day - 1), decide("approve", "yonetici", "limit", noon), waits + "2026-11-28T12:00:00Z", "deposit/day 500"},
		{"the same account", noon.Add(day), decide("approve", "Destek", "limit", noon), bff.ErrSameAccount.Error(), "deposit/day 500"},
		{"approved", noon.Add(day), decide("approve", "yonetici", "limit", noon), "", "deposit/day 800"},
		{"approved again", noon.Add(day), decide("approve", "yonetici", "limit", noon), bff.ErrNotProposed.Error(), "deposit/day 800"},

		{"proposed", noon, propose("destek", "limit", 900), "", "deposit/day 800"},
		{"replaced", first, propose("yonetici", "limit", 5000), "", "deposit/day 800"},
		{"the replaced one", noon.Add(2 * day), decide("approve", "destek", "limit", noon), bff.ErrProposalReplaced.Error(), "deposit/day 800"},
		{"the replaced one is not rejected", noon.Add(2 * day), decide("reject", "destek", "limit", noon), bff.ErrProposalReplaced.Error(), "deposit/day 800"},
		{"rejected", noon.Add(2 * day), decide("reject", "destek", "limit", first), "", "deposit/day 800"},
		{"rejected again", noon.Add(2 * day), decide("reject", "destek", "limit", first), bff.ErrNotProposed.Error(), "deposit/day 800"},

		{"proposed", noon, propose("destek", "limit", 900), "", "deposit/day 800"},
		{"tightened meanwhile", noon, tighten(100), "", "deposit/day 100"},
		{"that took the proposal back", noon.Add(day), decide("approve", "yonetici", "limit", noon), bff.ErrNotProposed.Error(), "deposit/day 100"},
		{"a removal", noon, propose("destek", "limit", 0), "", "deposit/day 100"},
		{"is approved", noon.Add(day), decide("approve", "yonetici", "limit", noon), "", ""},

		{"a break", noon, bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectBreak, Break: 7 * day}, "", "break until 2026-12-04"},
		{"its end", noon, propose("destek", "break", 0), "", "break until 2026-12-04"},
		{"is approved", noon.Add(day), decide("approve", "yonetici", "break", noon), "", ""},
		{"an exclusion", noon, bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectExclusion}, "", "excluded for ever"},
		{"its end", noon, propose("destek", "exclusion", 0), "", "excluded for ever"},
		{"is approved", noon.Add(day), decide("approve", "yonetici", "exclusion", noon), "", ""},
	} {
		r.now = step.at
		got := ""
		if err := r.do(step.do); err != nil {
			got = err.Error()
		}
		if got != step.err || r.inForce() != step.want {
			t.Errorf("%s: %q, %s; want %q, %s", step.name, got, r.inForce(), step.err, step.want)
		}
	}
	if c := r.view().History[0]; c.Name != "exclusion_ended" || c.By != "destek, yonetici" {
		t.Errorf("the last change: %+v", c)
	}
}

func TestTheBrandsLimitIsNotLoosenedByItsRemoval(t *testing.T) {
	r := newStaffRig(t)
	r.brand.Protection.Defaults = []bff.DefaultLimit{{Kind: "deposit", Period: "day", Value: 500}}
	removal := bff.LimitAction{Verb: bff.LimitPropose, By: "destek", Subject: bff.SubjectLimit, ID: &bff.LimitID{Kind: "deposit", Period: "day"}, Removal: true}
	if err := r.do(removal); !errors.Is(err, bff.ErrNotLooser) {
		t.Errorf("the brand's own limit: %v", err)
	}
	if err := r.do(bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: removal.ID, Value: 100}); err != nil {
		t.Fatal(err)
	}
	if err := r.do(removal); err != nil {
		t.Errorf("a tighter one: %v", err)
	}
	r.now = noon.Add(24 * time.Hour)
	approval := bff.LimitAction{Verb: bff.LimitApprove, By: "yonetici", Subject: bff.SubjectLimit, ID: removal.ID, At: noon}
	if err := r.do(approval); err != nil || r.inForce() != "deposit/day 500" {
		t.Errorf("%v, %s", err, r.inForce())
	}
}

func TestHistoryOfABrandIsSortedAndBounded(t *testing.T) {
	r := newStaffRig(t)
	tighten := func(brand, player string, v int64) {
		t.Helper()
		a := bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: &bff.LimitID{Kind: "deposit", Period: "day"}, Value: v}
		if _, err := r.service.Do(t.Context(), &bff.Brand{ID: brand}, player, a); err != nil {
			t.Fatal(err)
		}
	}
	history := func(from, until time.Time) (out string) {
		t.Helper()
		all, err := r.service.History(t.Context(), "marmara", from, until)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			out += fmt.Sprintf("%s %d;", c.Player, c.Value)
		}
		return out
	}
	tighten("marmara", "veli", 500)
	tighten("marmara", "ayse", 400)
	tighten("zephyr", "ayse", 300)
	r.now = noon.Add(time.Hour)
	tighten("marmara", "veli", 200)
	if got := history(time.Time{}, time.Time{}); got != "ayse 400;veli 500;veli 200;" {
		t.Errorf("all: %s", got)
	}
	if got := history(noon, noon.Add(time.Hour)); got != "ayse 400;veli 500;" {
		t.Errorf("the first hour: %s", got)
	}
	if got := history(noon.Add(1), time.Time{}); got != "veli 200;" {
		t.Errorf("later: %s", got)
	}
	if err := r.register.Each(t.Context(), func(*protection.Player) error { return context.Canceled }); !errors.Is(err, context.Canceled) {
		t.Errorf("an error of the caller: %v", err)
	}
}
