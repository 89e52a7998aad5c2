package protection_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/protection"
)

// holding implements protection.PlatformLimits with a platform that has deposit limits.
type holding struct {
	held    protection.PlatformHeld
	err     error // of every call
	refuses bool  // to change anything
	waits   bool  // does not apply changes yet
	asked   []string
}

func (h *holding) Get(context.Context) (*protection.PlatformHeld, error) {
	h.asked = append(h.asked, "get")
	held := h.held
	held.Kinds = []string{"deposit"}
	return &held, h.err
}

func (h *holding) Set(_ context.Context, id bff.LimitID, value int64) error {
	return h.change(fmt.Sprintf("%s/%s %d", id.Kind, id.Period, value), func() {
		h.held.Limits = nil
		if value > 0 {
			h.held.Limits = []bff.PlayerLimit{{LimitID: id, Value: value}}
		}
	})
}

func (h *holding) CoolOff(_ context.Context, until time.Time) error {
	return h.change("break until "+until.Format(time.DateTime), func() { h.held.CoolOff = until })
}

func (h *holding) SelfExclude(_ context.Context, until time.Time) error {
	exclude := func() { h.held.Excluded, h.held.Forever = until, until.IsZero() }
	return h.change("exclusion until "+until.Format(time.DateTime), exclude)
}

func (h *holding) change(what string, do func()) error {
	h.asked = append(h.asked, what)
	switch {
	case h.err != nil:
		return h.err
	case h.refuses:
		return protection.ErrPlatformRefused
	case !h.waits:
		do()
	}
	return nil
}

// day sets the platform's own daily limit.
func (h *holding) day(value int64) {
	h.held.Limits = []bff.PlayerLimit{{LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: value}}
}

func newPlatformRig(t *testing.T) *rig {
	r := newRig(t)
	r.brand.ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
	return r
}

func (r *rig) platform() protection.PlatformPlayer { return protection.PlatformPlayer{Limits: r.at} }

// call makes a call and returns the debug code of a refusal, or the reported limits, break and
// exclusion.
func (r *rig) call(method, data string) string {
	raw, err := call(r.t, r.service, r.brand, "ayse", method, data, r.platform())
	if err != nil {
		return err.Error()
	}
	var view struct {
		Limits []struct {
			Amount, Left float64
			ByPlatform   bool `json:"set_by_platform"`
			Pending      *struct{ Amount *float64 }
		}
		CoolOff   *struct{ Until string } `json:"cool_off"`
		Exclusion *struct{ Until *string }
	}
	must(r.t, json.Unmarshal([]byte(raw), &view))
	var out []string
	for _, l := range view.Limits {
		text := fmt.Sprintf("%g left %g", l.Amount, l.Left)
		if l.ByPlatform {
			text += " by platform"
		}
		if l.Pending != nil && l.Pending.Amount != nil {
			text += fmt.Sprintf(" pending %g", *l.Pending.Amount)
		} else if l.Pending != nil {
			text += " removal pending"
		}
		out = append(out, text)
	}
	if view.CoolOff != nil {
		out = append(out, "break "+view.CoolOff.Until)
	}
	if view.Exclusion != nil {
		out = append(out, "excluded")
	}
	return strings.Join(out, ", ")
}

func (r *rig) deposit(amount bff.MinorUnits) string {
	r.keys++
	return debugOf(r.service.Reserve(r.t.Context(), r.brand,
		"ayse", protection.DepositName{Key: fmt.Sprint("key", r.keys), Amount: amount}, r.platform()))
}

func (r *rig) play() string {
	return debugOf(r.service.MayPlay(r.t.Context(), r.brand, "ayse", r.platform()))
}

// asked returns the calls to the platform since the last time.
func (r *rig) asked() string {
	out := strings.Join(r.at.asked, ", ")
	r.at.asked = nil
	return out
}

// differences returns the differences in the staff view.
func (r *rig) differences() string {
	view, err := r.service.StaffView(r.t.Context(), r.brand, "ayse")
	require.True(r.t, err == nil && view.Platform != nil, "%+v, %v", view, err)
	var out []string
	for _, d := range view.Platform.Differences {
		out = append(out, fmt.Sprintf("%s: %d here, %d there, %s", d.Subject, d.Here.Value, d.There.Value, d.State))
	}
	return strings.Join(out, "; ")
}

func TestOfThePlayersLimitAndThePlatformsTheTighterHolds(t *testing.T) {
	r := newPlatformRig(t)
	r.at.day(300_00)
	r.want("the platform's", r.call("get", `{}`), "300 left 300 by platform")
	r.want("asked", r.asked(), "get")
	r.want("a looser one here", r.call("set", `{"kind":"deposit","period":"day","amount":500}`),
		"300 left 300 by platform")
	r.want("nothing is passed on", r.asked(), "")
	r.want("staff", r.differences(), "limit: 50000 here, 30000 there, tighter_there")
	r.want("400 of 300", r.deposit(400_00), "limit reached")
	r.want("250 of 300", r.deposit(250_00), "")
	r.now = r.now.Add(time.Minute)
	r.at.day(200_00)
	r.want("the platform's is tighter now", r.deposit(1), "limit reached")
	r.want("asked once a minute", r.asked(), "get")
	r.now = r.now.Add(time.Minute)
	r.at.held.Limits = nil
	r.want("the platform's is gone", r.call("get", `{}`), "500 left 250")
	r.want("the one from here follows", r.asked(), "get, deposit/day 50000, get")
	r.want("staff", r.differences(), "")
}

func TestChangesArePassedOnToThePlatform(t *testing.T) {
	r := newPlatformRig(t)
	const day = `{"kind":"deposit","period":"day"}`
	r.want("set", r.call("set", `{"kind":"deposit","period":"day","amount":500}`), "500 left 500")
	r.want("passed on", r.asked(), "get, deposit/day 50000, get")
	r.want("other kinds are not", r.call("set", `{"kind":"session_time","period":"day","minutes":60}`),
		"500 left 500, 0 left 60")
	r.want("passed on", r.asked(), "")
	r.want("a looser one waits", r.call("set", `{"kind":"deposit","period":"day","amount":900}`),
		"500 left 500 pending 900, 0 left 60")
	r.want("passed on", r.asked(), "")
	r.now = r.now.Add(25 * time.Hour)
	r.at.waits = true
	r.want("confirmed here, and the platform waits, too", r.call("confirm", day), "500 left 500 by platform, 0 left 60")
	r.want("passed on", r.asked(), "get, deposit/day 90000, get")
	r.want("staff", r.differences(), "limit: 90000 here, 50000 there, waits")
	r.now = r.now.Add(time.Minute)
	r.want("the platform receives one call", r.deposit(600_00)+" "+r.asked(), "limit reached get")
	r.at.waits = false
	r.at.day(900_00)
	r.now = r.now.Add(time.Minute)
	r.want("active at the platform", r.deposit(600_00), "")
	r.at.day(100_00)
	r.now = r.now.Add(time.Minute)
	r.want("support there has tightened it", r.call("get", `{}`), "100 left 0 by platform, 0 left 60")
	r.want("and it stays", r.asked(), "get, get")
	r.at.day(900_00)
	r.call("set", `{"kind":"deposit","period":"day","amount":null}`)
	r.now = r.now.Add(25 * time.Hour)
	r.want("removed", r.call("confirm", day), "0 left 60")
	r.want("passed on", r.asked(), "get, deposit/day 0, get")
}

func TestARefusedChangeHoldsHere(t *testing.T) {
	r := newPlatformRig(t)
	r.at.refuses = true
	r.want("set", r.call("set", `{"kind":"deposit","period":"day","amount":500}`), "500 left 500")
	r.want("asked", r.asked(), "get, deposit/day 50000, get")
	r.now = r.now.Add(time.Minute)
	r.want("not asked again", r.deposit(600_00)+" "+r.asked(), "limit reached get")
	r.want("staff", r.differences(), "limit: 50000 here, 0 there, refused")
	r.want("a tighter one", r.call("set", `{"kind":"deposit","period":"day","amount":400}`), "400 left 400")
	r.want("the platform receives the change", r.asked(), "deposit/day 40000, get")
}

func TestBreaksAndExclusionsHoldOnBothSides(t *testing.T) {
	r := newPlatformRig(t)
	r.want("a break", r.call("cool_off", `{"hours":24}`), "break 2026-11-28 12:00:00")
	r.want("passed on", r.asked(), "get, break until 2026-11-28 12:00:00, get")
	r.now = r.now.Add(24 * time.Hour)
	r.want("over", r.play(), "")
	r.at.held.CoolOff = r.now.Add(48 * time.Hour)
	r.now = r.now.Add(time.Minute)
	r.announced = nil
	r.want("the platform's break", r.play(), "cooling off")
	r.want("a deposit", r.deposit(1), "cooling off")
	assert.Len(t, r.announced, 1)
	assertRestricted(t, "by the platform's break", r.service, r.brand, "ayse", protection.CoolingOff)
	r.want("staff", r.differences(), "break: 0 here, 0 there, tighter_there")
	r.at.held = protection.PlatformHeld{Closing: protection.Closing{Forever: true}}
	r.now = r.now.Add(time.Minute)
	require.True(t, r.service.MinuteDue(t.Context(), r.brand, "ayse"), "the platform has limits")
	r.service.NoteMinute(t.Context(), r.brand, "ayse", r.platform())
	assert.Equal(t, protection.SelfExcluded, r.service.Restriction(t.Context(), r.brand, "ayse"),
		"excluded by the platform")
	r.at.held = protection.PlatformHeld{}
	r.now = r.now.Add(time.Minute)
	r.want("the platform has ended it", r.play(), "")
	r.asked()
	r.want("for ever", r.call("self_exclude", `{"forever":true}`), "excluded")
	r.want("passed on", r.asked(), "exclusion until 0001-01-01 00:00:00, get")
}

func TestWhereThePlatformCannotBeAskedWhatItToldLastGoesOn(t *testing.T) {
	r := newPlatformRig(t)
	r.at.err = errors.New("out of order")
	r.want("without a report: a deposit", r.deposit(1), "upstream unavailable")
	r.want("a game", r.play(), "upstream unavailable")
	r.want("a limit applies at once", r.call("set", `{"kind":"deposit","period":"day","amount":500}`),
		"500 left 500")
	r.call("cool_off", `{"hours":24}`)
	r.asked()
	r.want("in a break without a report", r.deposit(1)+", "+r.play()+r.asked(), "cooling off, cooling off")
	r.now = r.now.Add(24 * time.Hour)
	r.at.err = nil
	r.at.day(300_00)
	r.want("with a report", r.deposit(1_00), "")
	r.at.err = errors.New("out of order")
	r.now = r.now.Add(12 * time.Hour)
	r.want("400 of 300", r.deposit(400_00), "limit reached")
	r.want("100 of 300", r.deposit(100_00), "")
	r.want("a game", r.play(), "")
	r.at.asked = nil
	r.want("a tighter limit", r.call("set", `{"kind":"deposit","period":"day","amount":200}`), "200 left 100")
	r.at.err = nil
	r.asked()
	r.want("is passed on later", r.play()+r.asked(), "get, deposit/day 20000, get")
}

// Stricter does not merge the reports of two stores. Croupier fetches the limits again, and unsent
// changes of one store count as limits of the platform.
func TestStricterOfWhatPlatformsHold(t *testing.T) {
	held := func(at time.Time, value int64) *protection.Player {
		return &protection.Player{Platform: &protection.Held{
			AsOf: at, PlatformHeld: protection.PlatformHeld{Limits: []bff.PlayerLimit{{LimitID: daily, Value: value}}},
			Sent: []protection.Sent{{Subject: bff.SubjectLimit, ID: &daily, Value: value, Ours: value}},
		}}
	}
	a, b := held(noon, 100), held(noon.Add(time.Hour), 200)
	for _, both := range [][2]*protection.Player{{a, b}, {b, a}} {
		got := protection.Stricter(both[0], both[1])
		assert.True(t, got.Platform.Limits[0].Value == 200 && len(got.Platform.Sent) == 0,
			"the later report: %+v", got.Platform)
	}
	assert.EqualValues(t, 100, protection.Stricter(a, &protection.Player{}).Platform.Limits[0].Value,
		"a report of only one")
}
