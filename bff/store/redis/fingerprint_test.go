package redis_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// A plain fingerprint would reveal the body of a payment to whoever tries the possible ones.
func TestFingerprintsAreNotStored(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{Prefix: "p"})
	body := bff.Fingerprint([]byte("a fingerprint of thirty-two byte"))
	if _, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil {
		t.Fatal(err)
	}
	reply, err := server.Do("EVAL", `"local out='' for _,k in ipairs(redis.call('KEYS','p:idempotency:*')) do out=out..k..redis.call('GET',k) end return out"`, "0")
	if err != nil || !strings.Contains(reply, key.Key) {
		t.Fatalf("no record: %q, %v", reply, err)
	}
	if strings.Contains(reply, base64.StdEncoding.EncodeToString(body[:])) || strings.Contains(reply, string(body[:])) {
		t.Errorf("Redis contains the fingerprint: %q", reply)
	}
}
