package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/staff"
	"croupier/bff/platform/rest"
	"croupier/bff/player/limit"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// stores hold what outlives a request: in the data folder, or in Redis shared by instances.
type stores struct {
	revocations  bff.Revocations
	sessionIndex bff.SessionIndex
	records      func(name string) (bff.SwapStore, error)
	players      func(name string) bff.KeyedStore
	auditStore   func(name string, bounds staff.AuditRetention) (staff.AuditStore, error)
	collection   func(name string, retention bff.Retention) (bff.Collection, error)
	idempotency  idempotencyStore
	limiter      bff.Limiter
	resetter     limit.Resetter    // of limiter
	shared       bff.SharedCache   // nil without Redis
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
	transfer  transfer
	start     *redisStart // nil without Redis
	close     func() error
}

// idempotencyStore is the store of money calls for the gateway and for staff.
type idempotencyStore interface {
	bff.IdempotencyStore
	staff.Payments
}

// leaseMargin is added to the deadline of a money call before its claim expires.
const leaseMargin = 30 * time.Second

// openStores opens the stores of the server file. index hashes the identities in their keys; longest
// is the longest deadline of any call.
func openStores(ctx context.Context, live *config.Live, index *indexkey.Key, longest time.Duration, log *slog.Logger) (s *stores, err error) {
	conf := live.Config()
	if storeKind(conf) == embedded.InRedis {
		s, err = openRedis(ctx, conf.Server, live, index, longest, log)
	} else {
		s, err = openEmbedded(conf.Server, live, index, longest, log)
	}
	if err == nil {
		state := embedded.State{Store: storeKind(conf), IndexKey: index.Hash(indexkey.Check, "")}
		if err := state.Write(conf.Server.DataDir); err != nil { // on a full disk
			log.WarnContext(ctx, "the data folder does not remember its store; the next start tries again", "error", err)
		}
	}
	return s, err
}

func openEmbedded(conf config.Server, live *config.Live, index *indexkey.Key, longest time.Duration, log *slog.Logger) (*stores, error) {
	s, err := embedded.Open(conf.DataDir, embedded.Options{Lease: longest + leaseMargin, Log: log, IndexKey: index})
	if err != nil {
		return nil, err
	}
	sessionIndex, err := s.SessionIndex()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	out := ofEmbedded(s, conf)
	local := limit.New(limit.Options{Allowance: allowances(live), Exempt: exemptions(live)})
	out.limiter, out.resetter = local, limit.Resetter{Local: local, Bus: out.bus}
	out.sessionIndex, out.idempotency, out.tickets = sessionIndex, s.IdempotencyStore(), s.TicketStore()
	out.ping, out.state, out.copyTo, out.degraded = s.Ping, s.State, s.CopyTo, func() []string { return nil }
	out.collection = func(name string, retention bff.Retention) (bff.Collection, error) {
		return s.Collection(name, retention)
	}
	if conf.ExclusionsCopy != "" {
		if err := out.copyPlayers(conf.ExclusionsCopy, index, log); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return out, nil
}

// openRecords opens the stores that offline commands need: records, audit logs and the bus, which
// reaches instances that use the same Redis.
func openRecords(ctx context.Context, conf *config.Config) (*stores, error) {
	if faults := storeFaults(conf, false); len(faults) > 0 {
		return nil, faults
	}
	if url := conf.Server.Redis.URL; url != "" {
		s, err := redis.Open(ctx, url, redis.Options{})
		if err != nil {
			return nil, err
		}
		return ofRedis(s, conf.Server), nil
	}
	s, err := embedded.Open(conf.Server.DataDir, embedded.Options{})
	if err != nil {
		return nil, err
	}
	return ofEmbedded(s, conf.Server), nil
}

// ofEmbedded returns the parts of an embedded store that commands need.
func ofEmbedded(s *embedded.Store, conf config.Server) *stores {
	return &stores{
		bus: new(embedded.Bus), retention: conf.Retention, close: s.Close, revocations: s, transfer: s,
		records: func(name string) (bff.SwapStore, error) { return s.Records(name), checkRecordSet(name) },
		players: func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
	}
}

// ofRedis returns the parts of a Redis that commands need.
func ofRedis(s *redis.Store, conf config.Server) *stores {
	return &stores{
		bus: s.Bus(), retention: conf.Retention, close: s.Close, revocations: s.Revocations(), transfer: s,
		records: func(name string) (bff.SwapStore, error) { return s.Records(name), checkRecordSet(name) },
		players: func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds staff.AuditRetention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge), nil
		},
	}
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
	start, err := openStart(ctx, s, conf, log)
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	out, local := ofRedis(s, conf), limit.New(limit.Options{Allowance: own, Exempt: exemptions(live)})
	out.limiter, out.resetter = limit.Split{Local: local, Shared: s.Limiter()}, limit.Resetter{Local: local, Shared: s.Limiter(), Bus: out.bus}
	out.sessionIndex, out.idempotency, out.shared, out.tickets = s.SessionIndex(), s.IdempotencyStore(), s.SharedCache(), s.TicketStore()
	out.ping, out.close, out.copyTo, out.start = s.Ping, closeAll, mirror.copyTo, start
	out.records = func(name string) (bff.SwapStore, error) {
		return startRecords{s.Records(name), start}, checkRecordSet(name)
	}
	out.collection = func(name string, retention bff.Retention) (bff.Collection, error) {
		return s.Collection(name, retention), nil
	}
	out.state = func() (bool, int) { return s.Writable(), 0 } // a revocation that Redis refuses is not acknowledged
	out.memory = func() (uint64, bool) { return s.Losses(), mirror.store != nil && s.MirrorHealthy() }
	out.degraded = func() (reasons []string) {
		if s.Restoring() {
			reasons = append(reasons, storeMemoryLost)
		}
		if mirror.store == nil || !s.MirrorHealthy() {
			reasons = append(reasons, storeNotMirrored)
		}
		return reasons
	}
	return out, nil
}
