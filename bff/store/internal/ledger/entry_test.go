package ledger_test

import (
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/internal/ledger"
)

func TestWhatWasCutShortIsNoEntry(t *testing.T) {
	e := &ledger.Entry{
		Key: bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "k"}, Body: bff.Fingerprint{1}, At: time.Unix(1, 0),
		Answer: &bff.Answer{Result: true, Data: []byte("[1]")},
	}
	whole, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) - len("[1]") {
		if got, err := ledger.Parse(whole[:n]); err == nil {
			t.Fatalf("%d bytes of %d are read as %+v", n, len(whole), got)
		}
	}
	if _, err := ledger.Parse([]byte("{\"body\":\"AQ==\"}\n")); err == nil {
		t.Error("a short fingerprint was read")
	}
	got, err := ledger.Parse(whole)
	if err != nil || got.Key != e.Key || got.Body != e.Body || string(got.Answer.Data) != "[1]" {
		t.Errorf("got %+v, %v", got, err)
	}
}
