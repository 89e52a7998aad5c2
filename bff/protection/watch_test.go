package protection_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/protection"
	"croupier/bff/store/embedded"
)

// platform implements bff.PlayedRounds.
type platform struct {
	games []bff.PlayedRound
	asked int
	err   error
}

func (p *platform) Games(context.Context, time.Time, time.Time) ([]bff.PlayedRound, error) {
	p.asked++
	return p.games, p.err
}

func (p *platform) Bets(context.Context, time.Time, time.Time) ([]bff.PlayedRound, error) {
	return nil, p.err
}

// telling is a platform that tells rounds, and holds no limits itself.
var telling = bff.PlatformPlayer{Rounds: new(platform)}

// watched returns a service with a clock, and the number of changes that it announced.
func watched(t *testing.T, now *time.Time) (service *protection.Service, announced *int) {
	t.Helper()
	s, _ := embeddedBackend(t)(t)
	bus := new(embedded.Bus)
	service = protection.NewService(protection.NewRegister(s, indexkey.New()), bus, slog.New(slog.DiscardHandler), func(*bff.Brand, string) time.Time { return *now })
	t.Cleanup(service.Follow(t.Context()))
	announced = new(int)
	t.Cleanup(bus.Subscribe(bff.TopicProtection, func([]byte) { *announced++ }))
	return service, announced
}

func setLimit(t *testing.T, s *protection.Service, kind, field string, n json.Number) {
	t.Helper()
	if _, err := s.Call(t.Context(), memoBrand, "ayse", "set", map[string]any{"kind": kind, "period": "day", field: n}, telling); err != nil {
		t.Fatal(err)
	}
}

func TestPlayersWithALossLimitPlayByRecentRounds(t *testing.T) {
	now := noon
	s, announced := watched(t, &now)
	at := &platform{games: []bff.PlayedRound{{At: noon.Add(-time.Hour), Stake: 9_000}}}
	play := func(name string, rounds bff.PlayedRounds, want error, asked int) {
		t.Helper()
		if err := s.MayPlay(t.Context(), memoBrand, "ayse", bff.PlatformPlayer{Rounds: rounds}); !errors.Is(err, want) || at.asked != asked {
			t.Errorf("%s: %v, asked %d times; want %v, %d", name, err, at.asked, want, asked)
		}
	}
	play("without a limit nothing is asked", at, nil, 0)
	setLimit(t, s, "loss", "amount", "100")
	play("the platform tells nothing", nil, bff.ReasonUnavailable, 0)
	play("90 of 100", at, nil, 1)
	play("at once again", at, nil, 1)
	now, at.err = noon.Add(4*time.Minute), errors.New("out of order")
	play("by what was told 4 minutes ago", at, nil, 2)
	now = noon.Add(5 * time.Minute)
	play("older rounds are not enough", at, bff.ReasonUnavailable, 3)
	at.err, at.games = nil, []bff.PlayedRound{{At: noon, Stake: 10_000}}
	*announced = 0
	if !s.MinuteDue(t.Context(), memoBrand, "ayse") || s.MinuteDue(t.Context(), memoBrand, "ayse") {
		t.Error("a minute is due once")
	}
	s.NoteMinute(t.Context(), memoBrand, "ayse", bff.PlatformPlayer{Rounds: at})
	if *announced != 1 {
		t.Errorf("announced %d times that the limit is reached", *announced)
	}
	play("100 of 100", at, bff.ReasonLimitReached, 4)
	now = noon.Add(24 * time.Hour)
	at.games = nil
	play("the next day", at, nil, 5)
}

func TestMinutesCountForPlayersWithALimitOfTime(t *testing.T) {
	now := noon
	s, announced := watched(t, &now)
	if s.MinuteDue(t.Context(), memoBrand, "ayse") {
		t.Error("a minute of a player without limits is due")
	}
	setLimit(t, s, "session_time", "minutes", "2")
	*announced = 0
	for minute, want := range []error{nil, bff.ReasonLimitReached, bff.ReasonLimitReached} {
		now = noon.Add(time.Duration(minute) * time.Minute)
		if !s.MinuteDue(t.Context(), memoBrand, "ayse") {
			t.Errorf("minute %d is not due", minute)
		}
		s.NoteMinute(t.Context(), memoBrand, "ayse", bff.PlatformPlayer{})
		s.NoteMinute(t.Context(), memoBrand, "ayse", bff.PlatformPlayer{}) // another tab
		if err := s.MayPlay(t.Context(), memoBrand, "ayse", bff.PlatformPlayer{}); !errors.Is(err, want) {
			t.Errorf("minute %d: %v, want %v", minute, err, want)
		}
	}
	if *announced != 1 {
		t.Errorf("announced %d times that the limit is reached", *announced)
	}
	if n := testing.AllocsPerRun(100, func() { s.MinuteDue(t.Context(), memoBrand, "ayse") }); n != 0 {
		t.Errorf("%.1f allocations of a look", n)
	}
}

func TestHistoryTellsWhatThePlayerChanged(t *testing.T) {
	now := noon
	s, _ := watched(t, &now)
	setLimit(t, s, "deposit", "amount", "500")
	setLimit(t, s, "deposit", "amount", "900")
	setLimit(t, s, "session_time", "minutes", "60")
	begin(t, s, "ayse", "reality_check", "minutes", "15")
	begin(t, s, "ayse", "cool_off", "hours", "24")
	if _, err := s.Call(t.Context(), memoBrand, "ayse", "self_exclude", map[string]any{"forever": true}, telling); err != nil {
		t.Fatal(err)
	}
	raw, err := s.Call(t.Context(), memoBrand, "ayse", "history", nil, telling)
	const at = `{"at":"2026-11-27 12:00:00","by":"player","change":`
	const want = `[` + at + `"exclusion","until":null},` + at + `"break","until":"2026-11-28 12:00:00"},` + at + `"reality_check","minutes":15},` +
		at + `"set","kind":"session_time","period":"day","minutes":60},` + at + `"asked_looser","kind":"deposit","period":"day","amount":900},` +
		at + `"set","kind":"deposit","period":"day","amount":500}]`
	if err != nil || string(raw) != want {
		t.Errorf("%v\n got %s\nwant %s", err, raw, want)
	}
}

func TestKindsThatThePlatformDoesNotTellAreNotOffered(t *testing.T) {
	now := noon
	s, _ := watched(t, &now)
	for _, row := range []struct{ kind, field, want string }{
		{"loss", "amount", "invalid payload kind"},
		{"stake", "amount", "invalid payload kind"},
		{"session_time", "amount", "invalid payload minutes"},
		{"deposit", "minutes", "invalid payload amount"},
		{"session_time", "minutes", ""},
	} {
		_, err := s.Call(t.Context(), memoBrand, "ayse", "set", map[string]any{"kind": row.kind, "period": "day", row.field: json.Number("5")}, bff.PlatformPlayer{})
		got := ""
		if reason := (*bff.Reason)(nil); errors.As(err, &reason) {
			got = reason.Debug + " " + reason.Fault.Field
		}
		if got != row.want {
			t.Errorf("%s by %s: %q, want %q", row.kind, row.field, got, row.want)
		}
	}
	raw, err := s.Call(t.Context(), memoBrand, "ayse", "get", nil, bff.PlatformPlayer{})
	var view struct{ Kinds []string }
	if err := errors.Join(err, json.Unmarshal(raw, &view)); err != nil || len(view.Kinds) != 2 {
		t.Errorf("%v, %s", err, raw)
	}
}

// What the platform has told for a day is not enough for a limit of a week.
func TestALimitOfALongerPeriodIsAskedForAtOnce(t *testing.T) {
	now := noon
	s, _ := watched(t, &now)
	at := &platform{games: []bff.PlayedRound{{At: noon.AddDate(0, 0, -2), Stake: 10_000}}}
	rounds := bff.PlatformPlayer{Rounds: at}
	setLimit(t, s, "loss", "amount", "100")
	if err := s.MayPlay(t.Context(), memoBrand, "ayse", rounds); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Call(t.Context(), memoBrand, "ayse", "set", map[string]any{"kind": "loss", "period": "week", "amount": json.Number("100")}, rounds); err != nil {
		t.Fatal(err)
	}
	at.err = errors.New("out of order")
	if err := s.MayPlay(t.Context(), memoBrand, "ayse", rounds); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("while the platform cannot tell: %v", err)
	}
	at.err = nil
	if err := s.MayPlay(t.Context(), memoBrand, "ayse", rounds); !errors.Is(err, bff.ReasonLimitReached) {
		t.Errorf("100 of 100 in the week: %v", err)
	}
}
