package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"croupier/bff"
)

// playerLimits returns what the gateway asks the platform of a player's limits with, and the calls that the platform gets.
func playerLimits(t *testing.T, answer func(q *bff.UpstreamRequest) (*bff.Answer, error), has ...string) (limits bff.PlatformLimits, calls *[]string) {
	t.Helper()
	r := newFixture(t)
	r.sessions.open("s")
	r.brands["localhost"].ServerCalls = map[string]bool{}
	for _, name := range has {
		r.brands["localhost"].ServerCalls[name] = true
	}
	calls = new([]string)
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		data, _ := json.Marshal(q.Data)
		if q.Call.Class == "platform_limits" {
			*calls = append(*calls, fmt.Sprintf("%s %s of %s", q.Call.Name(), data, q.Identity.UID))
		}
		return answer(q)
	}
	r.call(api("casino/init_game", `{"gameID":1001}`), cookie("s"))
	return r.protection.platform.Limits, calls
}

func TestLimitsThatThePlatformHolds(t *testing.T) {
	var answer bff.Answer
	limits, _ := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) {
		a := answer
		return &a, nil
	}, bff.CallPlatformLimits)
	at := func(day, hour int) time.Time { return time.Date(2026, 12, day, hour, 0, 0, 0, time.UTC) }
	deposit, minutes := bff.LimitID{Kind: "deposit", Period: "day"}, bff.LimitID{Kind: "session_time", Period: "week"}
	for _, row := range []struct {
		name, data string
		want       *bff.PlatformHeld
	}{
		{"nothing", `{"kinds":[],"limits":[]}`, &bff.PlatformHeld{Kinds: []string{}}},
		{
			"limits", `{"kinds":["deposit"],"limits":[{"kind":"deposit","period":"day","amount":250.5},{"kind":"session_time","period":"week","minutes":90}]}`,
			&bff.PlatformHeld{Kinds: []string{"deposit"}, Limits: []bff.HeldLimit{{LimitID: deposit, Value: 250_50}, {LimitID: minutes, Value: 90}}},
		},
		{
			"ends by the clock of the brand", `{"kinds":[],"limits":[],"cool_off":{"until":"2026-12-01 15:00:00"},"exclusion":{"until":"2026-12-02 15:00:00"}}`,
			&bff.PlatformHeld{Kinds: []string{}, CoolOff: at(1, 12), Excluded: at(2, 12)},
		},
		{"for ever", `{"kinds":[],"limits":[],"exclusion":{"until":null}}`, &bff.PlatformHeld{Kinds: []string{}, Forever: true}},
		{"a limit without a value", `{"kinds":[],"limits":[{"kind":"deposit","period":"day","minutes":5}]}`, nil},
		{"no time", `{"kinds":[],"limits":[],"cool_off":{"until":"tomorrow"}}`, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			answer = bff.Answer{Result: true, Code: 200, Data: json.RawMessage(row.data)}
			got, err := limits.Get(t.Context())
			if (err != nil) != (row.want == nil) || err == nil && !reflect.DeepEqual(got, row.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, row.want)
			}
		})
	}
	answer = bff.Answer{Code: 400}
	if got, err := limits.Get(t.Context()); err == nil {
		t.Errorf("refused: %+v", got)
	}
}

func TestChangesOfLimitsAtThePlatform(t *testing.T) {
	refuses := false
	limits, calls := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: !refuses, Code: 200}, nil
	}, bff.CallPlatformLimits, "platform_limits/set", "platform_limits/self_exclude")
	until := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name string
		do   func(context.Context) error
		want string // sent; empty: nothing
		err  error
	}{
		{"a limit", func(ctx context.Context) error {
			return limits.Set(ctx, bff.LimitID{Kind: "loss", Period: "week"}, 250_50)
		}, `platform_limits/set {"Lang":"tr","amount":250.5,"kind":"loss","period":"week"}`, nil},
		{"a removal", func(ctx context.Context) error {
			return limits.Set(ctx, bff.LimitID{Kind: "session_time", Period: "day"}, 0)
		}, `platform_limits/set {"Lang":"tr","kind":"session_time","minutes":null,"period":"day"}`, nil},
		{"an exclusion", func(ctx context.Context) error { return limits.SelfExclude(ctx, until) }, `platform_limits/self_exclude {"Lang":"tr","until":"2026-12-01 15:00:00"}`, nil},
		{"for ever", func(ctx context.Context) error { return limits.SelfExclude(ctx, time.Time{}) }, `platform_limits/self_exclude {"Lang":"tr","until":null}`, nil},
		{"what the platform does not have", func(ctx context.Context) error { return limits.CoolOff(ctx, until) }, "", bff.ErrPlatformRefused},
	} {
		t.Run(row.name, func(t *testing.T) {
			*calls = nil
			if err := row.do(t.Context()); !errors.Is(err, row.err) {
				t.Errorf("%v, want %v", err, row.err)
			}
			if row.want == "" && len(*calls) == 0 {
				return
			}
			if len(*calls) != 1 || (*calls)[0] != row.want+" of 7" {
				t.Errorf("sent %q, want %q", *calls, row.want)
			}
		})
	}
	refuses = true
	if err := limits.SelfExclude(t.Context(), until); !errors.Is(err, bff.ErrPlatformRefused) {
		t.Errorf("refused: %v", err)
	}
}

func TestPlatformsWithoutLimitsAreNotAsked(t *testing.T) {
	if limits, _ := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) { return &bff.Answer{Result: true, Code: 200}, nil }); limits != nil {
		t.Error("a platform without limits would be asked for them")
	}
}

// Visitors cannot make the calls of the server itself.
func TestServerCallsAreNoCallsOfVisitors(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.brands["localhost"].ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
	status, e := r.call(api(bff.CallPlatformLimits, ""), cookie("s"))
	if status.Code != 404 || e.Debug == nil || *e.Debug != bff.ReasonUnknownCall.Debug {
		t.Errorf("%d %+v", status.Code, e)
	}
}
