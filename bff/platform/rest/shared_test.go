package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// renewalStore is a RenewalStore in memory; with down every operation fails.
type renewalStore struct {
	values sync.Map
	down   bool
}

func (s *renewalStore) err() error {
	if s.down {
		return errors.New("the store is down")
	}
	return nil
}

func (s *renewalStore) Get(_ context.Context, id string) ([]byte, error) {
	value, _ := s.values.Load(id)
	out, _ := value.([]byte)
	return out, s.err()
}

func (s *renewalStore) Put(_ context.Context, id string, value []byte, _ time.Time) error {
	s.values.Store(id, value)
	return s.err()
}

func (s *renewalStore) Add(_ context.Context, id string, value []byte, _ time.Time) (bool, error) {
	_, present := s.values.LoadOrStore(id, value)
	return !present, s.err()
}

func (s *renewalStore) Delete(_ context.Context, id string) error {
	s.values.Delete(id)
	return s.err()
}

// renewingInstances returns functions that send a call of a player through instances that share a store.
func renewingInstances(t *testing.T, p *tokens, store *renewalStore, n int) (send []func(kind bff.Kind, sid string) (*bff.Answer, error)) {
	url, key := serve(t, p.ServeHTTP), indexkey.New()
	for range n {
		a := adapterTo(t, url, refreshing)
		a.shared = NewSharedRenewals(store, key)
		send = append(send, sending(t, a))
	}
	return send
}

func TestInstancesShareRenewedSessions(t *testing.T) {
	p, store := &tokens{access: 1}, &renewalStore{}
	send := renewingInstances(t, p, store, 4)
	expire := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.expired = true
	}
	// The player does not receive the new token of a failed call. The cookie still has the first one.
	_, err := send[0](bff.KindWrite, "old~r1")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	expire()
	_, err = send[1](bff.KindWrite, "a2~r2")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	for i, want := range []string{"a3~r3", "a4~r4"} {
		got, err := send[2+i](bff.KindRead, "old~r1")
		require.NoError(t, err)
		require.NotNil(t, got.Renewed, "the session has ended: %s", got.Debug)
		assert.Equal(t, want, got.Renewed.SID)
		expire()
	}
	assert.EqualValues(t, 3, p.renewals.Load())
	store.values.Range(func(id, value any) bool {
		return assert.NotContains(t, id.(string)+string(value.([]byte)), "r2", "in the store")
	})
}

func TestOneInstanceRenewsASession(t *testing.T) {
	p := &tokens{access: 1}
	var running sync.WaitGroup
	for _, send := range renewingInstances(t, p, &renewalStore{}, 8) {
		running.Go(func() {
			got, err := send(bff.KindRead, "old~r1")
			if assert.NoError(t, err) && assert.NotNil(t, got.Renewed) {
				assert.Equal(t, "a2~r2", got.Renewed.SID)
			}
		})
	}
	running.Wait()
	assert.EqualValues(t, 1, p.renewals.Load())
}

// Without the store another instance may have used the refresh token.
func TestRefusedRenewalWithoutStoreEndsNoSession(t *testing.T) {
	p := &tokens{access: 1, refuse: http.StatusBadRequest}
	_, err := renewingInstances(t, p, &renewalStore{down: true}, 1)[0](bff.KindRead, "old~r1")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	assert.True(t, strings.Contains(err.Error(), "the store is down"))
}
