package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/gateway"
	"croupier/bff/internal/indexkey"
	"croupier/bff/limit"
	"croupier/bff/session"
	"croupier/bff/staff"
	"croupier/bff/store"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/upstream/rest"
)

// stores hold what outlives a request: in the data folder, or in Redis shared by instances.
type stores struct {
	revocations  bff.Revocations
	sessionIndex session.Index
	records      func(name string) (bff.SwapStore, error)
	players      func(name string) bff.KeyedStore // nil for offline commands
	auditStore   func(name string, bounds staff.AuditRetention) (staff.AuditStore, error)
	collection   func(name string, retention bff.Retention) (bff.Collection, error)
	idempotency  idempotencyStore
	limiter      bff.Limiter
	resetter     limit.Resetter    // of limiter
	shared       cache.SharedCache // nil without Redis
	tickets      rest.RenewalStore // also of sessions
	bus          interface {
		bff.Bus
		Dropped() uint64 // messages, see telemetry.Sources
	}
	retention config.Retention
	ping      func(context.Context) error         // reports whether the store is reachable and accepts writes
	state     func() (writable bool, unsaved int) // see telemetry.Sources
	degraded  func() []string                     // reasons of /readyz besides ping
	memory    func() (lost uint64, mirrored bool) // nil without Redis; see telemetry.Sources
	copyTo    func(io.Writer) error               // copies what must not be forgotten, for a backup
	close     func() error
}

// idempotencyStore is the store of money calls for the gateway and for staff.
type idempotencyStore interface {
	gateway.IdempotencyStore
	staff.IdempotencyReader
	staff.Payments
}

// leaseMargin is added to the deadline of a money call before its claim expires.
const leaseMargin = 30 * time.Second

// openStores opens the stores of the server file. index hashes the identities in their keys; longest
// is the longest deadline of any call.
func openStores(ctx context.Context, live *config.Live, index *indexkey.Key, longest time.Duration, log *slog.Logger) (*stores, error) {
	conf := live.Config().Server
	if conf.Redis.URL != "" {
		return openRedis(ctx, conf, live, index, longest, log)
	}
	s, err := embedded.Open(conf.DataDir, embedded.Options{Lease: longest + leaseMargin, Log: log, IndexKey: index})
	if err != nil {
		return nil, err
	}
	sessionIndex, err := s.SessionIndex()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	local, bus := limit.New(limit.Options{Allowance: allowances(live), Exempt: exemptions(live)}), new(embedded.Bus)
	return &stores{
		revocations: s, sessionIndex: sessionIndex, idempotency: s.IdempotencyStore(), bus: bus, close: s.Close, copyTo: s.CopyTo,
		retention: conf.Retention, ping: s.Ping, state: s.State, degraded: func() []string { return nil },
		records: func(name string) (bff.SwapStore, error) { return s.Records(name), nil },
		players: func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
		collection: func(name string, retention bff.Retention) (bff.Collection, error) {
			return s.Collection(name, retention)
		},
		tickets: s.TicketStore(), limiter: local, resetter: limit.Resetter{Local: local, Bus: bus},
	}, nil
}

// openRecords opens the stores that offline commands need: records, audit logs and the bus, which
// reaches instances that use the same Redis.
func openRecords(ctx context.Context, conf *config.Config) (*stores, error) {
	if url := conf.Server.Redis.URL; url != "" {
		s, err := redis.Open(ctx, url, redis.Options{})
		if err != nil {
			return nil, err
		}
		return &stores{
			bus: s.Bus(), retention: conf.Server.Retention, close: s.Close,
			records: func(name string) (bff.SwapStore, error) { return s.Records(name), nil },
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
		bus: new(embedded.Bus), retention: conf.Server.Retention, close: s.Close,
		records: func(name string) (bff.SwapStore, error) { return s.Records(name), nil },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
	}, nil
}

func openRedis(ctx context.Context, conf config.Server, live *config.Live, index *indexkey.Key, longest time.Duration, log *slog.Logger) (*stores, error) {
	own, defaults := allowances(live), limit.Defaults()
	mirror, err := openMirror(conf.DataDir, log)
	if err != nil {
		return nil, err
	}
	s, err := redis.Open(ctx, conf.Redis.URL, redis.Options{
		Mirror: mirror.store, Lease: longest + leaseMargin, Log: log, IndexKey: index, Exempt: exemptions(live),
		Allowance: func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
			a, ok := own(brand, rule)
			if !ok {
				a, ok = defaults[rule]
			}
			return a, ok
		},
	})
	if err != nil {
		return nil, errors.Join(err, mirror.close())
	}
	closeAll := func() error { return errors.Join(s.Close(), mirror.close()) }
	// A running server survives the loss of Redis. A starting one needs to read it: it has no
	// revocations and no maintenance state yet.
	if err := s.Ping(ctx); err != nil && !errors.Is(err, store.ErrNotWritable) {
		return nil, errors.Join(err, closeAll())
	}
	if err := s.CheckIndexKey(ctx); err != nil {
		return nil, errors.Join(err, closeAll())
	}
	if err := checkRedis(ctx, s, conf.Profile, log); err != nil {
		return nil, errors.Join(err, closeAll())
	}
	local := limit.New(limit.Options{Allowance: own, Exempt: exemptions(live)})
	return &stores{
		revocations: s.Revocations(), sessionIndex: s.SessionIndex(), idempotency: s.IdempotencyStore(),
		limiter: limit.Split{Local: local, Shared: s.Limiter()}, resetter: limit.Resetter{Local: local, Shared: s.Limiter(), Bus: s.Bus()},
		shared: s.SharedCache(), tickets: s.TicketStore(), bus: s.Bus(), retention: conf.Retention, ping: s.Ping, close: closeAll, copyTo: mirror.copyTo,
		records: func(name string) (bff.SwapStore, error) { return s.Records(name), nil },
		players: func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge), nil
		},
		collection: func(name string, retention bff.Retention) (bff.Collection, error) {
			return s.Collection(name, retention), nil
		},
		state:  func() (bool, int) { return s.Writable(), 0 }, // a revocation that Redis refuses is not acknowledged
		memory: func() (uint64, bool) { return s.Losses(), mirror.store != nil && s.MirrorHealthy() },
		degraded: func() (reasons []string) {
			if s.Restoring() {
				reasons = append(reasons, storeMemoryLost)
			}
			if mirror.store == nil || !s.MirrorHealthy() {
				reasons = append(reasons, storeNotMirrored)
			}
			return reasons
		},
	}, nil
}
