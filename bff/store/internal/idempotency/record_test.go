package idempotency_test

import (
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/internal/idempotency"
)

func TestDecodeRejectsTruncatedRecords(t *testing.T) {
	r := &idempotency.Record{
		Key: bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "k"}, Body: bff.Fingerprint{1}, At: time.Unix(1, 0),
		Answer: &bff.Answer{Result: true, Data: []byte("[1]")},
	}
	encoded, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(encoded) - len("[1]") {
		if got, err := idempotency.Decode(encoded[:n]); err == nil {
			t.Fatalf("%d of %d bytes were decoded as %+v", n, len(encoded), got)
		}
	}
	if _, err := idempotency.Decode([]byte("{\"body\":\"AQ==\"}\n")); err == nil {
		t.Error("a short fingerprint was accepted")
	}
	got, err := idempotency.Decode(encoded)
	if err != nil || got.Key != r.Key || got.Body != r.Body || string(got.Answer.Data) != "[1]" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestStoredFingerprintsNeedTheIndexKey(t *testing.T) {
	index := indexkey.New()
	body := bff.Fingerprint{1, 2, 3}
	stored := idempotency.HashedBody(index, "marmara", body)
	if stored == body || stored != idempotency.HashedBody(index, "marmara", body) {
		t.Errorf("fingerprint %x is stored as %x", body, stored)
	}
	for name, other := range map[string]bff.Fingerprint{
		"another body":      idempotency.HashedBody(index, "marmara", bff.Fingerprint{1, 2, 4}),
		"another brand":     idempotency.HashedBody(index, "zephyr", body),
		"another index key": idempotency.HashedBody(indexkey.New(), "marmara", body),
	} {
		if other == stored {
			t.Errorf("%s: the same fingerprint", name)
		}
	}
}
