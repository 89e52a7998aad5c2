package embedded_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"croupier/bff"
	"croupier/bff/store/embedded"
)

// A plain fingerprint would reveal the body of a payment to whoever tries the possible ones.
func TestFingerprintsAreNotStored(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	body := bff.Fingerprint([]byte("a fingerprint of thirty-two byte"))
	claimed := bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	if _, err := s.IdempotencyStore().Claim(t.Context(), claimed, body); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(dir, embedded.FileName))
	if err != nil || !bytes.Contains(file, []byte(claimed.Key)) {
		t.Fatalf("the file has no record, %v", err)
	}
	if bytes.Contains(file, body[:]) || bytes.Contains(file, []byte(base64.StdEncoding.EncodeToString(body[:]))) {
		t.Error("the file contains the fingerprint")
	}
}
