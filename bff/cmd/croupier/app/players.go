package app

import (
	"context"
	"errors"
	"path/filepath"
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
		Ring: s.ring, KeyFile: keysFile(conf), Revocations: s.metrics.Revocations(s.stores.revocations),
		Tickets: s.metrics.Tickets(s.stores.tickets), AlwaysTickets: always,
		SessionIndex: s.metrics.SessionIndex(s.stores.sessionIndex), Bus: s.stores.bus, Log: s.log, Now: time.Now,
		QueueFile: filepath.Join(conf.Server.DataDir, revocationQueueFile),
	})
	if err != nil {
		return err
	}
	s.onClose(s.sessions.Close)
	s.every(keysInterval, s.sessions.Watch) // after a rotation
	return nil
}

// protectionRecords is the set of the limits, breaks and exclusions of players.
const protectionRecords = "protection"

// openProtection opens the limits, breaks and exclusions of players. A mock in this process has clocks and conditions
// of its own.
func (s *server) openProtection(ctx context.Context) error {
	register := protection.NewRegister(s.stores.players(protectionRecords), s.index)
	clock, override := s.mockedPlayers()
	s.protection = protection.NewService(register, s.stores.bus, s.log, clock)
	s.protection.Override = override
	context.AfterFunc(ctx, s.protection.Follow(ctx))
	return nil
}

func wallClock(*bff.Brand, string) time.Time { return time.Now() }

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
