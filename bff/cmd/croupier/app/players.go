package app

import (
	"context"
	"path/filepath"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/player/block"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
)

// openSessions opens the session manager, which reloads a changed key file.
func (s *server) openSessions(context.Context) (err error) {
	conf := s.live.Config()
	s.sessions, err = session.New(session.Settings{
		Ring: s.ring, KeyFile: keysFile(conf), Revocations: s.metrics.Revocations(s.stores.revocations),
		Tickets: s.metrics.Tickets(s.stores.tickets), AlwaysTickets: conf.Server.Session.Store == config.SessionRedis,
		SessionIndex: s.metrics.SessionIndex(s.stores.sessionIndex), Bus: s.stores.bus, Log: s.log, Now: time.Now,
		QueueFile: filepath.Join(conf.Server.DataDir, "revocations.queue"), // those that Redis has not accepted yet
	})
	if err != nil {
		return err
	}
	s.onClose(s.sessions.Close)
	s.repeat(time.Second, func(context.Context) { s.sessions.ReloadKeyRing() }) // after a rotation
	return nil
}

// openProtection opens the limits, breaks and exclusions of players.
func (s *server) openProtection(ctx context.Context) error {
	register := protection.NewRegister(s.stores.keyed(protectionRecords), s.index)
	clock, override := s.mockedPlayers()
	s.protection = protection.NewService(register, s.stores.bus, s.log, clock)
	s.protection.Override = override
	context.AfterFunc(ctx, s.protection.Follow(ctx))
	return nil
}

func wallClock(*bff.Brand, string) time.Time { return time.Now() }

func (s *server) openBlocks(ctx context.Context) (err error) {
	s.blocks, err = block.Open(ctx, block.Options{
		Store: s.stores.records(blockRecords), Bus: s.stores.bus, IndexKey: s.index, Clock: time.Now, Log: s.log,
	})
	if err != nil {
		return err
	}
	s.every(5*time.Second, s.blocks.Run) // for messages that were lost
	return nil
}

func (s *server) openPayments(context.Context) error {
	s.payments = payments.New(payments.Options{
		Waiting: s.collections[waitingCollection], NotSent: s.collections[notSentCollection],
		IndexKey: s.index, Bus: s.stores.bus, Limiter: s.stores.limiter, Log: s.log, Clock: time.Now,
	})
	s.onClose(s.payments.Close)
	return nil
}
