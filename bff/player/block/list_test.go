package block_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/block"
	"croupier/bff/test/testkit"
)

func open(t *testing.T, store bff.RecordStore, bus bff.Bus, index *indexkey.Key, now *time.Time) *block.List {
	t.Helper()
	l, err := block.Open(t.Context(),
		block.Options{Store: store, Bus: bus, IndexKey: index, Clock: func() time.Time {
			return *now
		}, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	return l
}

func TestBlocks(t *testing.T) {
	store, bus, index, now := new(testkit.Records), new(testkit.Bus), indexkey.New(), time.Unix(1e9, 0).UTC()
	l, other := open(t, store, bus, index, &now), open(t, store, bus, index, &now)
	ticks := make(chan time.Time)
	stop := testkit.Start(t, func(ctx context.Context) { other.Run(ctx, ticks) })
	ticks <- now // it has subscribed by now
	player := bff.BlockSubject{Partition: "marmara", UID: "7"}
	name := bff.BlockSubject{Partition: "marmara", Username: "İbrahim"}
	err := errors.Join(
		l.Set(t.Context(), player,
			bff.Block{By: "destek", At: now, Reason: "asked for it by phone", Until: now.Add(time.Hour)}),
		l.Set(t.Context(), name, bff.Block{By: "destek", At: now, Reason: "fraud"}),
	)
	require.NoError(t, err)
	ticks <- now
	ticks <- now // the earlier tick has been handled by now
	for _, row := range []struct {
		name string
		id   bff.Identity
		want bool
	}{
		{"the player", bff.Identity{Partition: "marmara", UID: "7", Username: "ayse"}, true},
		{"another player", bff.Identity{Partition: "marmara", UID: "8", Username: "ayse"}, false},
		{"the same id at another brand", bff.Identity{Partition: "zephyr", UID: "7"}, false},
		{"the same id of a tester", bff.Identity{Partition: "marmara/w", UID: "7"}, false},
		{"the name in another spelling", bff.Identity{Partition: "marmara", UID: "9", Username: " IBRAHIM "}, true},
		{"the name before the id is known", bff.Identity{Partition: "marmara", Username: "ibrahim"}, true},
		{"nobody", bff.Identity{Partition: "marmara"}, false},
	} {
		for instance, list := range map[string]*block.List{"its own": l, "another": other} {
			assert.Equal(t, row.want, list.Blocked(row.id), "%s on %s instance", row.name, instance)
		}
	}
	for key, value := range store.Values() {
		for _, text := range []string{"fraud", "phone", "brahim", "destek"} {
			assert.False(t, bytes.Contains(append([]byte(key), value...), []byte(text)), "the store contains %q", text)
		}
	}
	b, ok := open(t, store, bus, index, &now).Find(name)
	assert.True(t, ok && b.Reason == "fraud" && b.By == "destek", "after a restart: %+v, %v", b, ok)
	gone := errors.New("the store is gone")
	store.Fail(gone)
	ticks <- now
	ticks <- now
	assert.True(t, other.Blocked(bff.Identity{Partition: "marmara", UID: "7"}),
		"a known block does not apply without the store")
	assert.ErrorIs(t, l.Lift(t.Context(), name), gone, "lift without the store")
	stop()
	now = now.Add(time.Hour)
	assert.False(t, l.Blocked(bff.Identity{Partition: "marmara", UID: "7"}), "blocked after the end of the block")
	store.Fail(nil)
	err = l.Lift(t.Context(), name)
	assert.True(t, err == nil && !l.Blocked(bff.Identity{Partition: "marmara", Username: "ibrahim"}), "lifted: %v", err)
}
