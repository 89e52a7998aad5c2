package idempotency_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/internal/idempotency"
)

func TestDecodeRejectsTruncatedRecords(t *testing.T) {
	r := &idempotency.Record{
		Key: bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "k"}, Body: []byte{1}, At: time.Unix(1, 0).UTC(),
		Settlement: &bff.Settlement{Note: "n"}, Revision: 1,
	}
	encoded := r.Encode()
	for n := range len(encoded) {
		_, err := idempotency.Decode(encoded[:n])
		require.Error(t, err, "%d of %d bytes", n, len(encoded))
	}
	got, err := idempotency.Decode(encoded)
	require.NoError(t, err)
	assert.Equal(t, r, got)
}

func TestStoredFingerprintsNeedTheIndexKey(t *testing.T) {
	index := indexkey.New()
	body := bff.Fingerprint{1, 2, 3}
	stored := idempotency.HashedBody(index, "marmara", body)
	assert.NotEqual(t, body[:], stored)
	assert.Equal(t, stored, idempotency.HashedBody(index, "marmara", body))
	for name, other := range map[string][]byte{
		"another body":      idempotency.HashedBody(index, "marmara", bff.Fingerprint{1, 2, 4}),
		"another brand":     idempotency.HashedBody(index, "zephyr", body),
		"another index key": idempotency.HashedBody(indexkey.New(), "marmara", body),
	} {
		assert.NotEqual(t, stored, other, "%s: the same fingerprint", name)
	}
}

func TestARefusalStaysKnownUntilThePaymentIsSettled(t *testing.T) {
	r := &idempotency.Record{}
	r.SetUnknown(bff.OutcomeUnknown(bff.ReasonUnavailable).WithDelivery(bff.DeliveryAnswered))
	encoded := r.Encode()
	got, err := idempotency.Decode(encoded)
	require.NoError(t, err)
	assert.Equal(t, bff.DeliveryAnswered, got.Describe(nil, time.Now()).Unknown.Delivery)
	_, err = got.Replay(nil, r.Body, time.Now())
	assert.Equal(t, bff.DeliveryUnknown, bff.DeliveryOf(err), "a repeat")
}

func TestAnswersAreSealed(t *testing.T) {
	index, now := indexkey.New(), time.Now()
	r := &idempotency.Record{Key: bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "k"}, At: now}
	a := &bff.Answer{
		Result: true, Message: "gizli", Code: 200, Debug: "gizli", Data: []byte(`{ "iban": "gizli" }`),
		Pagination: &bff.Pagination{Total: 1},
	}
	r.SetAnswer(index, a)
	encoded := r.Encode()
	assert.NotContains(t, string(encoded), "gizli")
	got, err := idempotency.Decode(encoded)
	require.NoError(t, err)
	replay, err := got.Replay(index, r.Body, now)
	require.NoError(t, err)
	assert.Equal(t, a, replay)
	assert.Equal(t, a, got.Describe(index, now).Answer)
	assert.Equal(t, string(encoded), string(got.Encode()), "encoded again")
	// A record of another index key still has the outcome.
	other, err := got.Replay(indexkey.New(), r.Body, now)
	require.NoError(t, err)
	assert.Equal(t, &bff.Answer{Result: true, Code: 200}, other)
}
