package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/session"
	"croupier/bff/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// stores are what outlives a request: in the data folder, or in Redis where instances share.
type stores struct {
	revocations  bff.Revocations
	sessionIndex session.SessionIndex
	records      func(name string) (bff.RecordStore, error)
	auditStore   func(name string, bounds staff.AuditRetention) (staff.AuditStore, error)
	idempotency  idempotencyStore
	limiter      bff.Limiter
	shared       cache.SharedCache   // nil without Redis
	tickets      session.TicketStore // nil without Redis
	bus          bff.Bus
	ping         func(context.Context) error // whether it can be reached
	close        func() error
}

// journal is the journal of money calls, for the gateway and for staff.
type idempotencyStore interface {
	gateway.IdempotencyStore
	staff.IdempotencyReader
}

// leaseMargin is how much longer than its deadline a money call counts as in flight.
const leaseMargin = 30 * time.Second

// openStores opens the stores that the server file chooses. longest is the longest
// deadline of any call.
func openStores(ctx context.Context, live *config.Live, longest time.Duration, log *slog.Logger) (*stores, error) {
	conf := live.Config().Server
	if conf.Redis.URL != "" {
		return openRedis(ctx, conf.Redis.URL, live, longest, log)
	}
	s, err := embedded.Open(conf.DataDir, embedded.Options{Lease: longest + leaseMargin})
	if err != nil {
		return nil, err
	}
	sessionIndex, err := s.SessionIndex()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &stores{
		revocations: s, sessionIndex: sessionIndex, idempotency: s.IdempotencyStore(), bus: new(embedded.Bus), close: s.Close,
		ping:    func(context.Context) error { return nil }, // it is this process's own
		records: func(name string) (bff.RecordStore, error) { return s.Records(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
		limiter: limit.New(limit.Options{Allowance: allowances(live), Exempt: exemptions(live)}),
	}, nil
}

// openRecords opens of the stores only what the commands of a server that does not run here
// need: records, trails and the bus, for with Redis it may run elsewhere.
func openRecords(ctx context.Context, conf *config.Config) (*stores, error) {
	if url := conf.Server.Redis.URL; url != "" {
		s, err := redis.Open(ctx, url, redis.Options{})
		if err != nil {
			return nil, err
		}
		return &stores{
			bus: s.Bus(), close: s.Close,
			records: func(name string) (bff.RecordStore, error) { return s.Records(name), nil },
			auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
				return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge), nil
			},
		}, nil
	}
	s, err := embedded.Open(conf.Server.DataDir, embedded.Options{})
	if err != nil {
		return nil, err
	}
	return &stores{
		bus: new(embedded.Bus), close: s.Close,
		records: func(name string) (bff.RecordStore, error) { return s.Records(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
	}, nil
}

func openRedis(ctx context.Context, url string, live *config.Live, longest time.Duration, log *slog.Logger) (*stores, error) {
	own, defaults := allowances(live), limit.Defaults()
	s, err := redis.Open(ctx, url, redis.Options{
		Lease: longest + leaseMargin, Log: log, Exempt: exemptions(live),
		Allowance: func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
			a, ok := own(brand, rule)
			if !ok {
				a, ok = defaults[rule]
			}
			return a, ok
		},
	})
	if err != nil {
		return nil, err
	}
	// A running server does without Redis as the store says. One that starts needs it: it
	// could not know which sessions were ended and which brands are closed.
	if err := s.Ping(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &stores{
		revocations: s.Revocations(), sessionIndex: s.SessionIndex(), idempotency: s.IdempotencyStore(), limiter: s.Limiter(),
		shared: s.SharedCache(), tickets: s.Tickets(), bus: s.Bus(), ping: s.Ping, close: s.Close,
		records: func(name string) (bff.RecordStore, error) { return s.Records(name), nil },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge), nil
		},
	}, nil
}
