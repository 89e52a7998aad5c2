package protection_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
)

func openRedis(t *testing.T, key *indexkey.Key, server *realredis.Server, mirror redis.Mirror) *redis.Store {
	s, err := redis.Open(t.Context(), server.URL(), redis.Options{Prefix: "croupier", IndexKey: key, Mirror: mirror})
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func change(t *testing.T, r *protection.Register, change func(p *protection.Player) error) {
	must(t, r.Change(t.Context(), "marmara", "ayse", change))
}

// deposits makes parallel deposits of 10.00 at instances in turn and returns the number that
// counts.
func deposits(t *testing.T, n int, instances ...*protection.Register) (counted int) {
	var accepted atomic.Int64
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			err := reserve(t.Context(), instances[i%len(instances)], fmt.Sprintf("%s %d", t.Name(), i), 1000)
			if err == nil {
				accepted.Add(1)
			} else {
				assert.ErrorIs(t, err, bff.ReasonLimitReached)
			}
		})
	}
	group.Wait()
	return int(accepted.Load())
}

func reserve(ctx context.Context, r *protection.Register, key string, amount bff.MinorUnits) error {
	return r.Change(ctx, "marmara", "ayse", func(p *protection.Player) error {
		return p.Reserve(protection.DepositName{Key: key, Amount: amount}, noon, utc)
	})
}

func TestParallelDepositsNeverPassALimitTogether(t *testing.T) {
	key, dir, server := indexkey.New(), t.TempDir(), realredis.Start(t)
	for name, row := range map[string]struct {
		instances int
		open      func(t *testing.T) (s bff.KeyedStore, close func() error)
	}{
		"embedded": {1, func(t *testing.T) (bff.KeyedStore, func() error) {
			s, err := embedded.Open(dir, embedded.Options{})
			must(t, err)
			t.Cleanup(func() { _ = s.Close() })
			return s.KeyedRecords("protection"), s.Close
		}},
		"two on Redis": {2, func(t *testing.T) (bff.KeyedStore, func() error) {
			s := openRedis(t, key, server, nil)
			return s.KeyedRecords("protection"), s.Close
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var s bff.KeyedStore
			instances, closers := make([]*protection.Register, row.instances), make([]func() error, row.instances)
			for i := range instances {
				s, closers[i] = row.open(t)
				instances[i] = protection.NewRegister(s, key)
			}
			change(t, instances[0], func(p *protection.Player) error { p.Set(daily, 10_000, noon, utc); return nil })
			assert.Equal(t, 10, deposits(t, 50, instances...), "of 50 deposits of 10.00, limit 100.00")
			stored := 0
			must(t, s.Each(t.Context(), func(id string, value []byte) error {
				assert.NotContains(t, id, "ayse", "in the clear")
				assert.NotContains(t, string(value), "deposit", "in the clear")
				stored++
				return nil
			}))
			require.Equal(t, 1, stored)
			for _, closeStore := range closers { // nothing was settled, as after a killed process
				must(t, closeStore())
			}
			s, _ = row.open(t)
			restarted := protection.NewRegister(s, key)
			err := reserve(t.Context(), restarted, "after a restart", 1)
			assert.Equal(t, "deposit limit of the day: 0 left", refusal(err), "after a restart")
			p, err := restarted.Get(t.Context(), "zephyr", "ayse")
			must(t, err)
			assert.Empty(t, p.Limits, "at another brand")
		})
	}
}

func TestLimitsHoldWhenRedisHasLostItsMemory(t *testing.T) {
	key, server := indexkey.New(), realredis.Start(t)
	r := protection.NewRegister(openRedis(t, key, server, nil).KeyedRecords("protection"), key)
	change(t, r, func(p *protection.Player) error {
		p.Set(daily, 5000, noon, utc)
		return p.Reserve(protection.DepositName{Key: "before", Amount: 3000}, noon, utc)
	})
	reply, err := server.Do("FLUSHALL")
	require.NoError(t, err, reply)
	assert.Equal(t, 2, deposits(t, 50, r), "of 50 deposits of 10.00, 20.00 left")
}

// An instance was down while Redis lost its memory. The instance restores its own changes, even if
// another instance has changed the player's state meanwhile. If another instance loosened a value
// by the rules, the value remains loosened.
func TestTheStricterOfTwoMemoriesHolds(t *testing.T) {
	key, server, dir := indexkey.New(), realredis.Start(t), t.TempDir()
	open := func(dir string) (r *protection.Register, closeIt func()) {
		mirror, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
		must(t, err)
		s := openRedis(t, key, server, mirror)
		r = protection.NewRegister(s.KeyedRecords("protection"), key)
		return r, func() { _ = s.Close(); _ = mirror.Close() }
	}
	change := func(r *protection.Register, player string, name string, at time.Time,
		change func(p *protection.Player),
	) {
		must(t, r.Change(t.Context(), "marmara", player, func(p *protection.Player) error {
			change(p)
			p.Note(bff.LimitChange{At: at, Name: name})
			return nil
		}))
	}
	first, closeFirst := open(dir)
	change(first, "ayse", protection.ChangeExclusion, noon, func(p *protection.Player) { p.Exclude(0, noon) })
	change(first, "can", protection.ChangeSet, noon, func(p *protection.Player) { p.Set(daily, 500, noon, utc) })
	closeFirst()

	second, closeSecond := open(t.TempDir())
	change(second, "can", protection.ChangeRemoved, noon.Add(time.Hour), func(p *protection.Player) { p.Limits = nil })
	closeSecond()
	reply, err := server.Do("DEL", "{croupier:records:protection}:"+key.Hash(indexkey.Protection, "marmara", "ayse"))
	must(t, err)
	require.Equal(t, "1", reply)
	second, closeSecond = open(t.TempDir()) // knows nothing of it
	change(second, "ayse", protection.ChangeSet, noon.Add(time.Minute),
		func(p *protection.Player) { p.Set(daily, 900, noon, utc) })
	closeSecond()

	first, closeFirst = open(dir)
	defer closeFirst()
	p, err := first.Get(t.Context(), "marmara", "ayse")
	assert.True(t, err == nil && p.Forever && value(p, daily) == 900, "records of two instances: %+v, %v", p, err)
	p, err = first.Get(t.Context(), "marmara", "can")
	assert.True(t, err == nil && len(p.Limits) == 0, "limits removed meanwhile: %+v, %v", p, err)
}

// Without Redis, an instance applies its last known state. A break refuses games, known players may
// play, and no player may deposit.
func TestBreaksHoldWithoutRedis(t *testing.T) {
	key, server := indexkey.New(), realredis.Start(t)
	one := protection.NewRegister(openRedis(t, key, server, nil).KeyedRecords("protection"), key)
	change(t, one, func(p *protection.Player) error { p.Break(24*time.Hour, noon); return nil })
	// Another instance starts later.
	two := protection.NewRegister(openRedis(t, key, server, nil).KeyedRecords("protection"), key)
	now := noon
	service := newService(two, new(testkit.Bus), &now)
	for _, player := range []string{"ayse", "fatma"} {
		_, err := two.Get(t.Context(), "marmara", player)
		must(t, err)
	}
	third := openRedis(t, key, server, nil)
	server.Kill()
	three := third.KeyedRecords("protection") // an instance that has read nothing, because a store reads open records
	brand := &bff.Brand{ID: "marmara"}
	var at protection.PlatformPlayer
	assert.ErrorIs(t, service.MayPlay(t.Context(), brand, "ayse", at), bff.ReasonCoolingOff, "a game in the break")
	assert.NoError(t, service.MayPlay(t.Context(), brand, "fatma", at), "the game of another player")
	assert.ErrorIs(t, service.Reserve(t.Context(), brand, "fatma", protection.DepositName{Key: "k", Amount: 100}, at),
		bff.ReasonUnavailable, "another's deposit")
	_, err := protection.NewRegister(three, key).Get(t.Context(), "marmara", "fatma")
	assert.Error(t, err, "an instance that has read nothing knows a player")
}

func TestWhatCannotBeReadIsRefused(t *testing.T) {
	s := new(testkit.Keyed)
	r := protection.NewRegister(s, indexkey.New())
	must(t, reserve(t.Context(), r, "k", 100))
	for id := range s.Values() {
		must(t, s.Put(t.Context(), id, []byte("damaged")))
	}
	assert.Error(t, reserve(t.Context(), r, "k2", 100), "a damaged state allows a deposit")
	_, err := r.Get(t.Context(), "marmara", "ayse")
	assert.Error(t, err, "a damaged state is read as none")
	assert.ErrorIs(t,
		r.Change(t.Context(), "marmara", "fatma", func(*protection.Player) error { return errDenied }), errDenied)
	assert.Len(t, s.Values(), 1, "a denied change is stored")
}

var errDenied = errors.New("denied")

// elsewhere is a store in which another instance is always first.
type elsewhere struct{ bff.KeyedStore }

func (elsewhere) Get(context.Context, string) ([]byte, error) { return nil, nil }
func (elsewhere) Swap(context.Context, string, []byte, []byte, time.Time) (bool, error) {
	return false, nil
}

func TestOvertakenChangesEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	assert.ErrorIs(t, reserve(ctx, protection.NewRegister(elsewhere{}, indexkey.New()), "k", 1),
		protection.ErrContended)
}

// A record is stored for as long as it restricts or identifies a player.
func TestRecordsAreStoredAsLongAsTheyAreNeeded(t *testing.T) {
	soon, forever := time.Now().Add(time.Minute), time.Time{}
	next := soon.AddDate(1, 0, 0)
	for name, row := range map[string]struct {
		change func(p *protection.Player)
		want   time.Time
	}{
		"a deposit": {
			func(p *protection.Player) { _ = p.Reserve(protection.DepositName{Key: "k", Amount: 1}, noon, utc) }, soon,
		},
		"a limit":            {func(p *protection.Player) { p.Set(daily, 1, noon, utc) }, forever},
		"a break":            {func(p *protection.Player) { p.CoolOff = next }, next},
		"an exclusion":       {func(p *protection.Player) { p.Excluded = next }, next},
		"one without an end": {func(p *protection.Player) { p.Excluded, p.Forever = next, true }, forever},
		"one of the platform": {func(p *protection.Player) {
			p.Platform = &protection.Held{
				PlatformHeld: protection.PlatformHeld{Closing: protection.Closing{Forever: true}},
			}
		}, forever},
		"the history": {
			func(p *protection.Player) { p.Note(bff.LimitChange{At: next}) }, next.AddDate(0, 0, 5*365),
		},
		"a reality check":       {func(p *protection.Player) { p.RealityTime = 15 }, forever},
		"keys of personal data": {func(p *protection.Player) { p.Keys = []protection.PersonKey{{}} }, forever},
		"a match for staff":     {func(p *protection.Player) { p.Matches = []bff.PersonMatch{{}} }, forever},
		"the players of a person": {
			func(p *protection.Player) { p.Members = []protection.Member{{Brand: "b"}} }, forever,
		},
	} {
		s := new(testkit.Keyed)
		change(t, protection.NewRegister(s, indexkey.New()),
			func(p *protection.Player) error { row.change(p); return nil })
		for _, until := range s.Until {
			assert.True(t, until.Equal(row.want) || row.want.Equal(soon) && !until.IsZero() && until.Before(soon),
				"%s: until %s", name, until)
		}
	}
}

// stuck is a store with one record that does not respond.
type stuck struct {
	bff.KeyedStore
	id      string
	reached chan struct{}
	release chan struct{}
}

func (s *stuck) Swap(ctx context.Context, id string, old, value []byte, until time.Time) (bool, error) {
	if id == s.id {
		close(s.reached)
		<-s.release
	}
	return s.KeyedStore.Swap(ctx, id, old, value, until)
}

func TestAChangeThatWaitsForTheStoreHoldsUpNobodyElse(t *testing.T) {
	key := indexkey.New()
	store := &stuck{
		new(testkit.Keyed), key.Hash(indexkey.Protection, "marmara", "ayse"), make(chan struct{}), make(chan struct{}),
	}
	r := protection.NewRegister(store, key)
	waiting := make(chan error, 1)
	go func() { waiting <- reserve(t.Context(), r, "k", 1) }()
	<-store.reached
	others := make(chan error, 1)
	go func() {
		var errs []error
		for i := range 500 {
			errs = append(errs,
				r.Change(t.Context(), "marmara", fmt.Sprint(i), func(*protection.Player) error { return nil }))
		}
		others <- errors.Join(errs...)
	}()
	select {
	case err := <-others:
		assert.NoError(t, err)
	case <-time.After(10 * time.Second):
		t.Error("changes of other players wait for the one of ayse")
	}
	close(store.release)
	assert.NoError(t, <-waiting)
}
