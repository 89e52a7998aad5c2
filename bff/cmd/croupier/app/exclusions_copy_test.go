package app

import (
	"context"
	"errors"
	"hash/maphash"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
)

// fullDisk is a second store that accepts nothing while err is set.
type fullDisk struct {
	*embedded.KeyedRecords
	err error
}

func (d *fullDisk) Put(ctx context.Context, key string, value []byte) error {
	if d.err != nil {
		return d.err
	}
	return d.KeyedRecords.Put(ctx, key, value)
}

func TestCopyOfExclusionsHasNoOtherRecords(t *testing.T) {
	store, err := embedded.Open(t.TempDir(), embedded.Options{})
	require.NoError(t, err)
	s := ofEmbedded(store, config.Server{})
	require.NoError(t, s.copyPlayers(t.TempDir(), indexkey.New(), slog.New(slog.DiscardHandler)))
	t.Cleanup(func() { _ = s.close() })
	swapped, err := s.keyed(studioContents).Swap(t.Context(), "k", nil, []byte("draft"), time.Time{})
	require.True(t, swapped && err == nil, err)
	value, err := s.keyed(protectionRecords).Get(t.Context(), "k")
	assert.True(t, value == nil && err == nil, "%q, %v", value, err)
}

func TestCopyOfExclusionsCatchesUp(t *testing.T) {
	open := func() *embedded.KeyedRecords {
		s, err := embedded.Open(t.TempDir(), embedded.Options{})
		require.NoError(t, err)
		t.Cleanup(func() { _ = s.Close() })
		return s.KeyedRecords(protectionRecords)
	}
	second := &fullDisk{open(), errors.New("no space left on device")}
	c := &copiedRecords{
		KeyedStore: open(), second: second, log: slog.New(slog.DiscardHandler), seed: maphash.MakeSeed(),
	}
	set := func(key string) {
		swapped, err := c.Swap(t.Context(), key, nil, []byte("record"), time.Time{})
		require.True(t, swapped && err == nil, "%s: %v", key, err)
	}
	set("while it is full")
	assert.True(t, c.isBehind.Load())
	second.err = nil
	set("with space again")
	assert.False(t, c.isBehind.Load())
	for _, key := range []string{"while it is full", "with space again"} {
		value, err := second.Get(t.Context(), key)
		require.NoError(t, err)
		assert.Equal(t, "record", string(value), key)
	}
}
