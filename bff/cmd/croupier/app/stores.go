package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/staff"
	"croupier/bff/platform/rest"
	"croupier/bff/player/limit"
	"croupier/bff/player/session"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// stores contains the stores of the server, in the data directory or in a shared Redis.
type stores struct {
	revocations  bff.Revocations
	sessionIndex bff.SessionIndex
	records      func(name string) bff.SwapStore
	keyed        func(name string) bff.KeyedStore
	auditStore   func(name string, bounds bff.Retention) (staff.AuditStore, error)
	collection   func(name string, retention bff.Retention) (bff.Collection, error)
	idempotency  bff.IdempotencyStore
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

// openStores opens the key ring and the stores of the server file.
func (s *server) openStores(ctx context.Context) (err error) {
	conf := s.live.Config()
	if s.ring, err = session.OpenKeyRing(keysFile(conf), time.Now()); err != nil {
		return err
	}
	s.index = s.ring.IndexKey()
	if storeKind(conf) == embedded.InRedis {
		err = s.openRedis(ctx, conf.Server)
	} else {
		err = s.openEmbedded(conf.Server)
	}
	if err != nil {
		return err
	}
	s.closers = append(s.closers, s.stores.close)
	for name, retention := range collectionRetentions(conf.Server.Retention) {
		if s.collections[name], err = s.stores.collection(name, retention); err != nil {
			return err
		}
	}
	s.stores.resetter.Listen() // until the bus ends
	state := embedded.State{Store: storeKind(conf), IndexKey: s.index.Hash(indexkey.Check, "")}
	if err := state.Write(conf.Server.DataDir); err != nil { // on a full disk
		s.log.WarnContext(ctx, "could not record the store of the data directory, Croupier retries at the next start",
			"error", err)
	}
	return nil
}

// lease returns how long a payment may take before its claim expires.
func (s *server) lease() time.Duration { return s.calls.LongestDeadline() + 30*time.Second }

func (s *server) openEmbedded(conf config.Server) error {
	store, err := embedded.Open(conf.DataDir, embedded.Options{Lease: s.lease(), Log: s.log, IndexKey: s.index})
	if err != nil {
		return err
	}
	out := ofEmbedded(store, conf)
	local := limit.New(limit.Options{Allowance: allowances(s.live), Exempt: exemptions(s.live)})
	out.limiter, out.resetter = local, limit.Resetter{Local: local, Bus: out.bus}
	out.sessionIndex, out.idempotency, out.tickets = store.SessionIndex(), store.IdempotencyStore(), store.TicketStore()
	out.ping, out.state, out.copyTo = store.Ping, store.State, store.CopyTo
	out.degraded = func() []string { return nil }
	out.collection = func(name string, retention bff.Retention) (bff.Collection, error) {
		return store.Collection(name, retention)
	}
	if conf.ExclusionsCopy != "" {
		if err := out.copyPlayers(conf.ExclusionsCopy, s.index, s.log); err != nil {
			return errors.Join(err, store.Close())
		}
	}
	s.stores = out
	return nil
}

// openRecords opens the parts of the stores that commands need while no server runs.
func openRecords(ctx context.Context, conf *config.Config) (*stores, error) {
	if faults := storeFaults(conf, false); len(faults) > 0 {
		return nil, faults
	}
	if conf.Server.Redis.URL != "" {
		s, err := dialRedis(ctx, conf, redis.Options{})
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
		records: func(name string) bff.SwapStore { return s.Records(migrated(name)) },
		keyed:   func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds bff.Retention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge)
		},
	}
}

// ofRedis returns the parts of a Redis that commands need.
func ofRedis(s *redis.Store, conf config.Server) *stores {
	return &stores{
		bus: s.Bus(), retention: conf.Retention, close: s.Close, revocations: s.Revocations(), transfer: s,
		records: func(name string) bff.SwapStore { return s.Records(migrated(name)) },
		keyed:   func(name string) bff.KeyedStore { return s.KeyedRecords(name) },
		auditStore: func(name string, bounds bff.Retention) (staff.AuditStore, error) {
			return s.AuditStore(name, bounds.MaxEntries, bounds.MaxAge), nil
		},
	}
}

func (s *server) openRedis(ctx context.Context, conf config.Server) error {
	own, defaults := allowances(s.live), limit.Defaults()
	mirror, err := openMirror(conf.DataDir, s.log)
	if err != nil {
		return err
	}
	store, err := redis.Open(ctx, conf.Redis.URL, redis.Options{
		Mirror: mirror.store, Lease: s.lease(), Log: s.log, IndexKey: s.index, Exempt: exemptions(s.live),
		TLS: redisTLS(s.live.Config),
		Allowance: func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
			a, ok := own(brand, rule)
			if !ok {
				a, ok = defaults[rule]
			}
			return a, ok
		},
	})
	if err != nil {
		return errors.Join(err, mirror.close())
	}
	closeAll := func() error { return errors.Join(store.Close(), mirror.close()) }
	start, err := openStart(ctx, store, conf, s.log)
	if err != nil {
		return errors.Join(err, closeAll())
	}
	s.tasks = append(s.tasks, start.follow)
	out, local := ofRedis(store, conf), limit.New(limit.Options{Allowance: own, Exempt: exemptions(s.live)})
	out.limiter, out.resetter = limit.Split{Local: local, Shared: store.Limiter()}, limit.Resetter{
		Local: local, Shared: store.Limiter(), Bus: out.bus,
	}
	out.sessionIndex, out.idempotency = store.SessionIndex(), store.IdempotencyStore()
	out.shared, out.tickets = store.SharedCache(), store.TicketStore()
	out.ping, out.close, out.copyTo, out.start = store.Ping, closeAll, mirror.copyTo, start
	out.records = func(name string) bff.SwapStore { return startRecords{store.Records(migrated(name)), start} }
	out.collection = func(name string, retention bff.Retention) (bff.Collection, error) {
		return store.Collection(name, retention), nil
	}
	out.state = func() (bool, int) { return store.Writable(), 0 } // a revocation that Redis refuses is not acknowledged
	out.memory = func() (uint64, bool) { return store.Losses(), mirror.store != nil && store.MirrorHealthy() }
	out.degraded = func() (reasons []string) {
		if store.Restoring() {
			reasons = append(reasons, storeMemoryLost)
		}
		if mirror.store == nil || !store.MirrorHealthy() {
			reasons = append(reasons, storeNotMirrored)
		}
		return reasons
	}
	s.stores = out
	return nil
}

// allowances returns the brands' own rate limits in the current configuration.
func allowances(live *config.Live) func(string, bff.LimitRule) (bff.Allowance, bool) {
	return func(brand string, rule bff.LimitRule) (a bff.Allowance, ok bool) {
		if b, known := live.ByID(brand); known {
			a, ok = b.Limits[rule]
		}
		return a, ok
	}
}

// exemptions reports which visitors a brand exempts from limits by address in the current
// configuration.
func exemptions(live *config.Live) func(string, netip.Addr) bool {
	return func(brand string, visitor netip.Addr) bool {
		b, ok := live.ByID(brand)
		return ok && slices.ContainsFunc(b.Exempt, func(p netip.Prefix) bool { return p.Contains(visitor) })
	}
}

// mirror is the copy of important Redis records in the data directory.
type mirror struct {
	store redis.Mirror // nil where it could not be opened
	close func() error
	// copyTo copies it for a backup.
	copyTo func(io.Writer) error
}

// openMirror opens the mirror in the data directory. Without a mirror the instance forgets these
// records at a restart.
func openMirror(dir string, log *slog.Logger) (mirror, error) {
	m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{Log: log})
	switch {
	case errors.Is(err, embedded.ErrInUse):
		return mirror{}, err
	case err != nil:
		log.Error("could not open the mirror of Redis, so a restart loses records that Redis loses", "error", err)
		return mirror{
			close: func() error { return nil },
			copyTo: func(io.Writer) error {
				return errors.New("this instance has no mirror of Redis: " + storeNotMirrored)
			},
		}, nil
	}
	return mirror{store: m, close: m.Close, copyTo: m.CopyTo}, nil
}
