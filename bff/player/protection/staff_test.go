package protection_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/player/protection"
)

// do checks and applies an action as the staff console does.
func (r *rig) do(a bff.LimitAction) error {
	_, checked := r.service.Check(r.t.Context(), r.brand, "ayse", a)
	_, err := r.service.Do(r.t.Context(), r.brand, "ayse", a)
	assert.Equal(r.t, fmt.Sprint(err), fmt.Sprint(checked), "checked %+v", a)
	return err
}

func (r *rig) view() *bff.PlayerLimits {
	v, err := r.service.StaffView(r.t.Context(), r.brand, "ayse")
	must(r.t, err)
	return v
}

// inForce describes the limits, the break and the exclusion of the player.
func (r *rig) inForce() string {
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

const day = 24 * time.Hour

var depositDay = &bff.LimitID{Kind: "deposit", Period: "day"}

func tightenLimit(v int64) bff.LimitAction {
	return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectLimit, ID: depositDay, Value: v}
}

func tightenBreak(d time.Duration) bff.LimitAction {
	return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectBreak, Break: d}
}

func tightenExclusion(months int) bff.LimitAction {
	return bff.LimitAction{Verb: bff.LimitTighten, By: "destek", Subject: bff.SubjectExclusion, Months: months}
}

// idOf has the limit that an action on a subject names.
var idOf = map[string]*bff.LimitID{bff.SubjectLimit: depositDay}

func TestStaffTightenAtOnce(t *testing.T) {
	r := newRig(t)
	for _, step := range []struct {
		name string
		do   bff.LimitAction
		err  error
		want string
	}{
		{"the first limit", tightenLimit(500), nil, "deposit/day 500"},
		{"a looser one", tightenLimit(600), bff.ErrNotTighter, "deposit/day 500"},
		{"the same", tightenLimit(500), bff.ErrNotTighter, "deposit/day 500"},
		{"a tighter one", tightenLimit(300), nil, "deposit/day 300"},
		{"a break", tightenBreak(3 * day), nil, "deposit/day 300, break until 2026-11-30"},
		{"a shorter break", tightenBreak(day), bff.ErrNotTighter, "deposit/day 300, break until 2026-11-30"},
		{"a longer break", tightenBreak(7 * day), nil, "deposit/day 300, break until 2026-12-04"},
		{
			"an exclusion", tightenExclusion(12),
			nil, "deposit/day 300, break until 2026-12-04, excluded until 2027-11-27",
		},
		{
			"shorter", tightenExclusion(6), bff.ErrNotTighter,
			"deposit/day 300, break until 2026-12-04, excluded until 2027-11-27",
		},
		{"for ever", tightenExclusion(0), nil, "deposit/day 300, break until 2026-12-04, excluded for ever"},
		{
			"five years", tightenExclusion(60), bff.ErrNotTighter,
			"deposit/day 300, break until 2026-12-04, excluded for ever",
		},
		{
			"for ever again", tightenExclusion(0), bff.ErrNotTighter,
			"deposit/day 300, break until 2026-12-04, excluded for ever",
		},
	} {
		assert.ErrorIs(t, r.do(step.do), step.err, step.name)
		assert.Equal(t, step.want, r.inForce(), step.name)
	}
	history := ""
	for _, c := range r.view().History {
		history += c.By + " " + c.Name + ", "
	}
	r.want("history", history,
		"destek exclusion, destek exclusion, destek break, destek break, destek set, destek set, ")
	assert.Equal(t, slices.Repeat([]string{`{"brand":"marmara","player":"ayse"}`}, 6), r.announced)
	assertRestricted(t, "restriction", r.service, r.brand, "ayse", protection.SelfExcluded)
}

func TestLimitsThatDependOnRoundsNeedAPlatformThatTellsThem(t *testing.T) {
	r := newRig(t)
	loss := tightenLimit(100)
	loss.ID = &bff.LimitID{Kind: "loss", Period: "day"}
	r.brand.Unsupported = map[string]bool{"user/game_history": true}
	assert.ErrorIs(t, r.do(loss), bff.ErrLimitNotSupported)
	assert.Equal(t, []string{"deposit", "session_time"}, r.view().Kinds)
	r.brand.Unsupported = nil
	assert.NoError(t, r.do(loss))
	assert.Equal(t, "loss/day 100", r.inForce())
}

func TestStaffLoosenWithTwoAccountsAfterTheWait(t *testing.T) {
	r := newRig(t)
	propose := func(by, subject string, v int64) bff.LimitAction {
		a := bff.LimitAction{
			Verb: bff.LimitPropose, By: by, Subject: subject, ID: idOf[subject], Value: v, Reason: "a letter",
		}
		a.Removal = subject == bff.SubjectLimit && v == 0
		return a
	}
	approve := func(by, subject string, at time.Time) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitApprove, By: by, Subject: subject, ID: idOf[subject], At: at}
	}
	reject := func(by string, at time.Time) bff.LimitAction {
		return bff.LimitAction{Verb: bff.LimitReject, By: by, Subject: bff.SubjectLimit, ID: depositDay, At: at}
	}
	tooEarly := errors.New("the proposal may be approved from 2026-11-28T12:00:00Z")
	first := noon.Add(time.Minute)
	for _, step := range []struct {
		name string
		at   time.Duration // after noon
		do   bff.LimitAction
		err  error
		want string
	}{
		{"nothing to loosen", 0, propose("destek", "limit", 800), bff.ErrNotLooser, ""},
		{"no break to end", 0, propose("destek", "break", 0), bff.ErrNothingToEnd, ""},
		{"no exclusion to end", 0, propose("destek", "exclusion", 0), bff.ErrNothingToEnd, ""},
		{"a limit", 0, tightenLimit(500), nil, "deposit/day 500"},
		{"not looser", 0, propose("destek", "limit", 500), bff.ErrNotLooser, "deposit/day 500"},
		{"nothing is proposed", 0, approve("yonetici", "limit", noon), bff.ErrNotProposed, "deposit/day 500"},
		{"proposed", 0, propose("destek", "limit", 800), nil, "deposit/day 500"},
		{"too early", day - 1, approve("yonetici", "limit", noon), tooEarly, "deposit/day 500"},
		{"the same account", day, approve("Destek", "limit", noon), bff.ErrSameAccount, "deposit/day 500"},
		{"approved", day, approve("yonetici", "limit", noon), nil, "deposit/day 800"},
		{"approved again", day, approve("yonetici", "limit", noon), bff.ErrNotProposed, "deposit/day 800"},

		{"proposed", 0, propose("destek", "limit", 900), nil, "deposit/day 800"},
		{"replaced", time.Minute, propose("yonetici", "limit", 5000), nil, "deposit/day 800"},
		{"the replaced one", 2 * day, approve("destek", "limit", noon), bff.ErrProposalReplaced, "deposit/day 800"},
		{
			"the replaced one is not rejected", 2 * day, reject("destek", noon), bff.ErrProposalReplaced,
			"deposit/day 800",
		},
		{"rejected", 2 * day, reject("destek", first), nil, "deposit/day 800"},
		{"rejected again", 2 * day, reject("destek", first), bff.ErrNotProposed, "deposit/day 800"},

		{"proposed", 0, propose("destek", "limit", 900), nil, "deposit/day 800"},
		{"tightened meanwhile", 0, tightenLimit(100), nil, "deposit/day 100"},
		{"that took the proposal back", day, approve("yonetici", "limit", noon), bff.ErrNotProposed, "deposit/day 100"},
		{"a removal", 0, propose("destek", "limit", 0), nil, "deposit/day 100"},
		{"is approved", day, approve("yonetici", "limit", noon), nil, ""},

		{"a break", 0, tightenBreak(7 * day), nil, "break until 2026-12-04"},
		{"its end", 0, propose("destek", "break", 0), nil, "break until 2026-12-04"},
		{"is approved", day, approve("yonetici", "break", noon), nil, ""},
		{"an exclusion", 0, tightenExclusion(0), nil, "excluded for ever"},
		{"its end", 0, propose("destek", "exclusion", 0), nil, "excluded for ever"},
		{"is approved", day, approve("yonetici", "exclusion", noon), nil, ""},
	} {
		r.now = noon.Add(step.at)
		assert.Equal(t, fmt.Sprint(step.err), fmt.Sprint(r.do(step.do)), step.name)
		assert.Equal(t, step.want, r.inForce(), step.name)
	}
	c := r.view().History[0]
	assert.True(t, c.Name == "exclusion_ended" && c.By == "destek, yonetici", "the last change: %+v", c)
}

func TestTheBrandsLimitIsNotLoosenedByItsRemoval(t *testing.T) {
	r := newRig(t)
	r.brand.Protection.Defaults = []bff.PlayerLimit{{LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: 500}}
	removal := bff.LimitAction{
		Verb: bff.LimitPropose, By: "destek", Subject: bff.SubjectLimit, ID: depositDay, Removal: true,
	}
	assert.ErrorIs(t, r.do(removal), bff.ErrNotLooser, "the limit of the brand")
	must(t, r.do(tightenLimit(100)))
	assert.NoError(t, r.do(removal), "a tighter one")
	r.now = noon.Add(day)
	approval := bff.LimitAction{
		Verb: bff.LimitApprove, By: "yonetici", Subject: bff.SubjectLimit, ID: depositDay, At: noon,
	}
	assert.NoError(t, r.do(approval))
	assert.Equal(t, "deposit/day 500", r.inForce())
}

func TestHistoryOfABrandIsSortedAndBounded(t *testing.T) {
	r := newRig(t)
	tighten := func(brand, player string, v int64) {
		_, err := r.service.Do(t.Context(), &bff.Brand{ID: brand}, player, tightenLimit(v))
		must(t, err)
	}
	tighten("marmara", "veli", 500)
	tighten("marmara", "ayse", 400)
	tighten("zephyr", "ayse", 300)
	r.now = noon.Add(time.Hour)
	tighten("marmara", "veli", 200)
	for _, row := range []struct {
		name        string
		from, until time.Time
		want        string
	}{
		{"all", time.Time{}, time.Time{}, "ayse 400;veli 500;veli 200;"},
		{"the first hour", noon, noon.Add(time.Hour), "ayse 400;veli 500;"},
		{"later", noon.Add(1), time.Time{}, "veli 200;"},
	} {
		all, err := r.service.History(t.Context(), "marmara", row.from, row.until)
		must(t, err)
		got := ""
		for _, c := range all {
			got += fmt.Sprintf("%s %d;", c.Player, c.Value)
		}
		r.want(row.name, got, row.want)
	}
	assert.ErrorIs(t, r.register.Each(t.Context(), func(*protection.Player) error { return errDenied }), errDenied)
}
