package protection_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

var (
	daily   = bff.LimitID{Kind: bff.LimitDeposit, Period: bff.PeriodDay}
	weekly  = bff.LimitID{Kind: bff.LimitDeposit, Period: bff.PeriodWeek}
	noon    = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) // a Friday
	utc     = protection.Rules{Zone: time.UTC}
	marmara = &bff.Brand{ID: "marmara", TimeZone: time.UTC}
	zephyr  = &bff.Brand{ID: "zephyr"}

	// telling is a platform that reports rounds and has no limits itself.
	telling = protection.PlatformPlayer{Rounds: new(platform)}
)

// platform implements protection.PlayedRounds.
type platform struct {
	games []protection.PlayedRound
	asked int
	err   error
}

func (p *platform) Games(
	_ context.Context, from, until time.Time,
) (rounds []protection.PlayedRound, known time.Time, err error) {
	if p.asked++; p.err != nil {
		return nil, from, p.err
	}
	return p.games, until, nil
}

func (p *platform) Bets(context.Context, time.Time, time.Time) ([]protection.PlayedRound, error) {
	return nil, p.err
}

func must(t *testing.T, err error) { require.NoError(t, err) }

func zone(t *testing.T, name string) *time.Location {
	z, err := time.LoadLocation(name)
	must(t, err)
	return z
}

func newService(r *protection.Register, bus bff.Bus, now *time.Time) *protection.Service {
	return protection.NewService(r, bus, slog.New(slog.DiscardHandler),
		func(*bff.Brand, string) time.Time { return *now })
}

// call makes a call of limits with JSON data, as the gateway decodes it.
func call(t *testing.T, s *protection.Service, brand *bff.Brand, player, method, data string,
	at protection.PlatformPlayer,
) (string, error) {
	decoded := map[string]any{}
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	must(t, d.Decode(&decoded))
	raw, err := s.Call(t.Context(), brand, player, method, decoded, at)
	return string(raw), err
}

// mustCall makes a call of a player of marmara. The platform reports rounds.
func mustCall(t *testing.T, s *protection.Service, player, method, data string) string {
	raw, err := call(t, s, marmara, player, method, data, telling)
	require.NoError(t, err, "limits/%s %s", method, data)
	return raw
}

// debugOf returns the debug value of a refusal, "" without an error.
func debugOf(err error) string {
	var reason *bff.Reason
	switch {
	case err == nil:
		return ""
	case errors.As(err, &reason):
		return reason.Debug
	}
	return err.Error()
}

// rig is a service with its clock and the changes that it announced.
type rig struct {
	t         *testing.T
	now       time.Time
	store     *testkit.Keyed
	register  *protection.Register
	service   *protection.Service
	bus       *testkit.Bus
	brand     *bff.Brand
	announced []string

	at   *holding // the platform
	keys int
}

func newRig(t *testing.T) *rig {
	brand := *marmara
	r := &rig{t: t, now: noon, store: new(testkit.Keyed), bus: new(testkit.Bus), brand: &brand, at: &holding{}}
	r.register = protection.NewRegister(r.store, indexkey.New())
	r.service = newService(r.register, r.bus, &r.now)
	t.Cleanup(r.service.Follow(t.Context()))
	t.Cleanup(r.bus.Subscribe(bff.TopicProtection,
		func(payload []byte) { r.announced = append(r.announced, string(payload)) }, nil))
	return r
}

func (r *rig) want(what, got, want string) { assert.Equal(r.t, want, got, what) }

func (r *rig) mayPlay(name string, at protection.PlatformPlayer, want error) {
	assert.ErrorIs(r.t, r.service.MayPlay(r.t.Context(), r.brand, "ayse", at), want, name)
}

func assertRestricted(
	t *testing.T, name string, s *protection.Service, brand *bff.Brand, player string, want protection.Restriction,
) {
	assert.Equal(t, want, s.Restriction(t.Context(), brand, player), name)
}
