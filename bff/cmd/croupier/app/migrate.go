package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/studio"
	"croupier/bff/player/protection"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// transfer is a store whose revocations and idempotency records can be moved.
type transfer interface {
	EachRevocation(ctx context.Context, fn func(key string, at, until time.Time) error) error
	EachIdempotencyRecord(ctx context.Context, fn func(encoded []byte) error) error
	ImportIdempotencyRecord(ctx context.Context, encoded []byte) error
}

// Migrate moves all records of a stopped server to Redis or from Redis. It returns the number of
// records of each kind.
func Migrate(ctx context.Context, conf *config.Config, to string, log *slog.Logger) (moved []string, err error) {
	if conf.Server.Redis.URL == "" {
		return nil, errors.New("redis.url is missing, set it to the URL of your Redis server")
	}
	_, ring, err := loadKeyRing(conf)
	if err != nil {
		return nil, err
	}
	dir, source := conf.Server.DataDir, otherKind[to]
	state, err := embedded.ReadState(dir, embedded.InRedis)
	if err == nil && state.Store != source {
		reason := "it is empty"
		if state.Store != "" {
			reason = "its records are in the store " + state.Store
		}
		err = fmt.Errorf("the data directory %s has no records to move to %s, because %s", dir, to, reason)
	} else if err == nil && state.IndexKey != "" && state.IndexKey != indexKeyHash(ring) {
		err = errors.New("the records belong to another key ring: set keys_file to that key ring")
	}
	if err != nil {
		return nil, err
	}
	s, err := embedded.Open(dir, embedded.Options{IndexKey: ring.IndexKey()})
	if err != nil {
		return nil, err
	}
	mirror, err := openMirror(dir, log)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	r, err := dialRedis(ctx, conf, redis.Options{Mirror: mirror.store, IndexKey: ring.IndexKey(), Log: log})
	if err != nil {
		return nil, errors.Join(err, mirror.close(), s.Close())
	}
	m := migration{from: ofEmbedded(s, conf.Server), to: ofRedis(r, conf.Server), key: ring.IndexKey()}
	if err = prepareRedis(ctx, r, conf.Server.Profile, m.to, m.key, log); err == nil && to == embedded.InFile {
		m.from, m.to = m.to, m.from
		err = s.MarkForgotten(time.Now())
	}
	if err == nil {
		err = m.run(ctx)
	}
	if err = errors.Join(err, r.Close(), mirror.close(), s.Close()); err != nil {
		return nil, fmt.Errorf("could not move all records, run the command again before you start the server: %w", err)
	}
	if err = (embedded.State{Store: to, IndexKey: indexKeyHash(ring)}).Write(dir); err == nil {
		err = moveAside(filepath.Join(dir, fileOf[source]), time.Now())
	}
	return m.moved, err
}

// prepareRedis fails unless Redis is usable and no instance uses it. It waits until Redis has all
// records of the mirror.
func prepareRedis(
	ctx context.Context, r *redis.Store, profile string, of *stores, key *indexkey.Key, log *slog.Logger,
) error {
	if err := errors.Join(r.Ping(ctx), r.CheckIndexKey(ctx), checkRedis(ctx, r, profile, log)); err != nil {
		return err
	}
	protection.NewRegister(of.keyed(protectionRecords), key) // joins what only the mirror has
	studio.MergeDrafts(of.keyed(studioContents))
	if err := r.Restore(ctx); err != nil {
		return err
	}
	others, err := r.HasOtherInstances(ctx)
	if others {
		return errors.New("other instances use this Redis: stop them first")
	}
	return err
}

// migration moves records between two unused stores. You can repeat it.
type migration struct {
	from, to *stores
	key      *indexkey.Key
	moved    []string // number of records of each kind
}

func (m *migration) run(ctx context.Context) error {
	for _, kind := range []struct {
		label string
		// calls move for each record with the function that writes it to the target
		each func(ctx context.Context, move func(write func() error)) error
	}{
		{"ended sessions", m.revocations},
		{"payments", m.payments},
		{"limits and exclusions", m.players},
		{"contents of the studio", m.studio},
		{"other records", m.records},
		{"audit entries", m.audit},
	} {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(64) // the embedded store syncs concurrent writes together
		var n atomic.Int64 // the nodes of a cluster are read concurrently
		err := kind.each(ctx, func(write func() error) {
			n.Add(1)
			group.Go(write)
		})
		if err = errors.Join(group.Wait(), err); err != nil {
			return fmt.Errorf("%s: %w", kind.label, err)
		}
		m.moved = append(m.moved, fmt.Sprintf("%s: %d", kind.label, n.Load()))
	}
	return nil
}

// revocations keeps the later of two revocations.
func (m *migration) revocations(ctx context.Context, move func(func() error)) error {
	return m.from.transfer.EachRevocation(ctx, func(key string, at, until time.Time) error {
		move(func() error {
			present, err := m.to.revocations.Revoked(ctx, key)
			if err != nil || !at.After(present[0]) {
				return err
			}
			return m.to.revocations.Revoke(ctx, key, at, until)
		})
		return ctx.Err()
	})
}

func (m *migration) payments(ctx context.Context, move func(func() error)) error {
	return m.from.transfer.EachIdempotencyRecord(ctx, func(encoded []byte) error {
		move(func() error { return m.to.transfer.ImportIdempotencyRecord(ctx, encoded) })
		return ctx.Err()
	})
}

// players keeps the stricter of two states of a player.
func (m *migration) players(ctx context.Context, move func(func() error)) error {
	register := protection.NewRegister(m.to.keyed(protectionRecords), m.key)
	return m.from.keyed(protectionRecords).Each(ctx, func(id string, raw []byte) error {
		move(func() error { return register.Join(ctx, id, raw) })
		return ctx.Err()
	})
}

// studio replaces the contents of the target, which may be left from an earlier move.
func (m *migration) studio(ctx context.Context, move func(func() error)) error {
	to := m.to.keyed(studioContents)
	return m.from.keyed(studioContents).Each(ctx, func(key string, value []byte) error {
		move(func() error {
			present, err := to.Get(ctx, key)
			if err == nil && !bytes.Equal(present, value) {
				_, err = to.Swap(ctx, key, present, value, time.Time{})
			}
			return err
		})
		return ctx.Err()
	})
}

// records replaces the records of the target, which may be left from an earlier move.
func (m *migration) records(ctx context.Context, move func(func() error)) error {
	for _, name := range recordSets {
		to := m.to.records(name)
		all, err := m.from.records(name).All(ctx)
		present, presentErr := to.All(ctx)
		if err = errors.Join(err, presentErr); err != nil {
			return err
		}
		for key, value := range all {
			move(func() error {
				if present[key] == nil || !bytes.Equal(present[key], value) {
					return to.Put(ctx, key, value)
				}
				return nil
			})
		}
		for key := range present {
			if all[key] == nil {
				if err := to.Delete(ctx, key); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (m *migration) audit(ctx context.Context, move func(func() error)) error {
	for name, bounds := range auditRetentions(m.from.retention) {
		from, err := m.from.auditStore(name, bounds)
		if err != nil {
			return err
		}
		to, err := m.to.auditStore(name, bounds)
		if err != nil {
			return err
		}
		var e staff.Entry
		for page := [][]byte{nil}; len(page) > 0; {
			if page, err = from.Page(ctx, e.ID, 500); err != nil {
				return err
			}
			for _, raw := range page {
				if err := json.Unmarshal(raw, &e); err != nil {
					return fmt.Errorf("could not read an audit entry: %w", err)
				}
				id := e.ID
				move(func() error { return to.Put(ctx, id, raw) })
			}
		}
	}
	return nil
}
