package block_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/block"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
)

// records is a bff.RecordStore in memory that fails with the error of fail.
type records struct {
	mu  sync.Mutex
	all map[string][]byte
	err error
}

func (r *records) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *records) Put(_ context.Context, key string, value []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.all[key] = value
	}
	return r.err
}

func (r *records) Delete(_ context.Context, key string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		delete(r.all, key)
	}
	return r.err
}

func (r *records) All(context.Context) (map[string][]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.all), r.err
}

func open(t *testing.T, store *records, bus bff.Bus, index *indexkey.Key, now *time.Time) *block.List {
	t.Helper()
	l, err := block.Open(t.Context(), block.Options{Store: store, Bus: bus, IndexKey: index, Clock: func() time.Time { return *now }, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestBlocks(t *testing.T) {
	store, bus, index, now := &records{all: map[string][]byte{}}, new(embedded.Bus), indexkey.New(), time.Unix(1e9, 0).UTC()
	l, other := open(t, store, bus, index, &now), open(t, store, bus, index, &now)
	ctx, stop := context.WithCancel(t.Context())
	ticks, done := make(chan time.Time), make(chan struct{})
	go func() { defer close(done); other.Run(ctx, ticks) }()
	ticks <- now // it has subscribed by now
	player := bff.BlockSubject{Brand: "marmara", UID: "7"}
	name := bff.BlockSubject{Brand: "marmara", Username: "İbrahim"}
	if err := errors.Join(
		l.Set(t.Context(), player, bff.Block{By: "destek", At: now, Reason: "asked for it by phone", Until: now.Add(time.Hour)}),
		l.Set(t.Context(), name, bff.Block{By: "destek", At: now, Reason: "fraud"}),
	); err != nil {
		t.Fatal(err)
	}
	ticks <- now
	ticks <- now // the earlier one has been handled by now
	for _, row := range []struct {
		name, brand string
		id          bff.Identity
		want        bool
	}{
		{"the player", "marmara", bff.Identity{UID: "7", Username: "ayse"}, true},
		{"another player", "marmara", bff.Identity{UID: "8", Username: "ayse"}, false},
		{"the same id at another brand", "zephyr", bff.Identity{UID: "7"}, false},
		{"the same id in a mock world", "marmara", bff.Identity{UID: "7", World: "w"}, false},
		{"the name in another spelling", "marmara", bff.Identity{UID: "9", Username: " IBRAHIM "}, true},
		{"the name before the id is known", "marmara", bff.Identity{Username: "ibrahim"}, true},
		{"nobody", "marmara", bff.Identity{}, false},
	} {
		for instance, list := range map[string]*block.List{"its own": l, "another": other} {
			if got := list.Blocked(row.brand, row.id); got != row.want {
				t.Errorf("%s on %s instance: %v", row.name, instance, got)
			}
		}
	}
	for key, value := range store.all {
		for _, text := range []string{"fraud", "phone", "brahim", "destek"} {
			if bytes.Contains(append([]byte(key), value...), []byte(text)) {
				t.Errorf("the store contains %q", text)
			}
		}
	}
	if b, ok := open(t, store, bus, index, &now).Find(name); !ok || b.Reason != "fraud" || b.By != "destek" {
		t.Errorf("after a restart: %+v, %v", b, ok)
	}
	gone := errors.New("the store is gone")
	store.fail(gone)
	ticks <- now
	ticks <- now
	if !other.Blocked("marmara", bff.Identity{UID: "7"}) {
		t.Error("a known block is not in force without the store")
	}
	if err := l.Lift(t.Context(), name); !errors.Is(err, gone) {
		t.Errorf("lift without the store: %v", err)
	}
	stop()
	<-done
	now = now.Add(time.Hour)
	if l.Blocked("marmara", bff.Identity{UID: "7"}) {
		t.Error("blocked after the end of the block")
	}
	store.fail(nil)
	if err := l.Lift(t.Context(), name); err != nil || l.Blocked("marmara", bff.Identity{Username: "ibrahim"}) {
		t.Errorf("lifted: %v", err)
	}
}
