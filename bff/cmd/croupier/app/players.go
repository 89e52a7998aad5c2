package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/player/block"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
)

// revocationQueueFile is the file in the data folder that keeps the revocations that Redis has not
// accepted yet.
const revocationQueueFile = "revocations.queue"

// keysInterval is the time between checks of the key file.
const keysInterval = time.Second

// openSessions opens the session manager, which follows the key file.
func (s *server) openSessions(context.Context) (err error) {
	conf := s.live.Config()
	always := conf.Server.Session.Store == config.SessionRedis
	if always && conf.Server.Redis.URL == "" {
		return errors.New("session.store is redis, but redis.url is missing")
	}
	s.sessions, err = session.New(session.Settings{
		Ring: s.ring, Revocations: s.metrics.Revocations(s.stores.revocations), Tickets: s.metrics.Tickets(s.stores.tickets), AlwaysTickets: always,
		SessionIndex: s.metrics.SessionIndex(s.stores.sessionIndex), Bus: s.stores.bus, Log: s.log,
		QueueFile: filepath.Join(conf.Server.DataDir, revocationQueueFile),
	})
	if err != nil {
		return err
	}
	s.onClose(s.sessions.Close)
	s.sessions.Follow(keysFile(conf))
	s.every(keysInterval, s.sessions.Watch) // after a rotation
	return nil
}

// protectionRecords is the set of the limits, breaks and exclusions of players.
const protectionRecords = "protection"

// mockWorlds are the worlds of a mock in this process.
type mockWorlds interface {
	Now(world string) time.Time
	Conditions(world, brand, uid string) []string
}

// openProtection opens the limits, breaks and exclusions of players. If the mock runs in this process, they follow the
// clock of a player's world and its scenario.
func (s *server) openProtection(ctx context.Context) error {
	register := protection.NewRegister(s.stores.players(protectionRecords), s.index)
	mocked, ok := s.casino.(mockWorlds)
	isMocked := func(b *bff.Brand) bool { return ok && b.Upstream.Adapter == MockAdapter }
	s.protection = protection.NewService(register, s.stores.bus, s.log, func(brand *bff.Brand, player string) time.Time {
		if !isMocked(brand) {
			return time.Now()
		}
		world, _ := worldOf(player)
		return mocked.Now(world)
	})
	if ok {
		s.protection.Override(func(brand *bff.Brand, player string, p *protection.Player, now time.Time) {
			if isMocked(brand) {
				world, uid := worldOf(player)
				simulate(p, mocked.Conditions(world, brand.ID, uid), now)
			}
		})
	}
	context.AfterFunc(ctx, s.protection.Follow(ctx))
	return nil
}

// worldOf returns the mock world and the id of a player, see bff.Identity.Player.
func worldOf(player string) (world, uid string) {
	world, uid, named := strings.Cut(player, "/")
	if !named {
		return "", player
	}
	return world, uid
}

// blockRecords is the name of the blocked players in the store.
const blockRecords = "blocks"

// blocksInterval is the time between two reads of the blocks, for messages that were lost.
const blocksInterval = 5 * time.Second

// openBlocks reads the blocked players.
func (s *server) openBlocks(ctx context.Context) error {
	records, err := s.stores.records(blockRecords)
	if err != nil {
		return err
	}
	s.blocks, err = block.Open(ctx, block.Options{Store: records, Bus: s.stores.bus, IndexKey: s.index, Clock: time.Now, Log: s.log})
	if err != nil {
		return err
	}
	s.every(blocksInterval, s.blocks.Run)
	return nil
}

// Names of the collections of payments.
const (
	waitingCollection = "payments-waiting"
	notSentCollection = "payments-not-sent"
)

// openPayments opens the follower of payments.
func (s *server) openPayments(context.Context) error {
	waiting, err := s.stores.collection(waitingCollection, payments.WaitingRetention)
	if err != nil {
		return err
	}
	notSent, err := s.stores.collection(notSentCollection, payments.NotSentRetention)
	if err != nil {
		return err
	}
	s.payments = payments.New(payments.Options{
		Waiting: waiting, NotSent: notSent, IndexKey: s.index, Bus: s.stores.bus, Limiter: s.stores.limiter, Log: s.log, Clock: time.Now,
	})
	s.onClose(s.payments.Close)
	return nil
}

// simulate adds the conditions of the mock's scenarios to a state. Limits of the player's own replace the simulated ones.
func simulate(p *protection.Player, conditions []string, now time.Time) {
	limit := func(kind string, value int64, used bff.MinorUnits) {
		id := bff.LimitID{Kind: kind, Period: bff.PeriodDay}
		if !slices.ContainsFunc(p.Limits, func(l bff.PlayerLimit) bool { return l.LimitID == id }) {
			p.Limits = append(p.Limits, bff.PlayerLimit{LimitID: id, Value: value})
			p.Deposits = append(p.Deposits, protection.Deposit{Key: "simulated", Amount: used, At: now})
		}
	}
	later := func(end *time.Time, at time.Time) {
		if at.After(*end) {
			*end = at
		}
	}
	hour := now.Truncate(time.Hour)
	for _, c := range conditions {
		switch c {
		case "near-limit":
			limit(bff.LimitDeposit, 500_00, 450_00)
		case "limit-reached":
			limit(bff.LimitDeposit, 500_00, 500_00)
			limit(bff.LimitSessionTime, 0, 0)
		case "cool-off":
			later(&p.CoolOff, hour.Add(24*time.Hour))
		case "excluded":
			later(&p.Excluded, hour.AddDate(0, 6, 0))
		}
	}
}
