package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/store/storetest/realredis"
)

// In the production profile a Redis that says that it may forget stops the start; one that does not
// tell is only warned of.
func TestProductionRefusesForgetfulRedis(t *testing.T) {
	parallel(t)
	redis := realredis.Start(t)
	d := &deployment{redis: redis}
	keys := filepath.Join(t.TempDir(), "keys.json") // instances that share Redis share their keys
	env := func(url string) []string {
		return inFrontOf("127.0.0.1:9", "CROUPIER_KEYS_FILE="+keys, "CROUPIER_PROFILE=production",
			"CROUPIER_UPSTREAMS_MOCK_CONTROL=false", "CROUPIER_REDIS_URL="+url)
	}
	out := runFailing(t, env(redis.URL()), serveArgs(t.TempDir())...)
	assert.Contains(t, out, "set appendonly yes", "no persistence:\n%s", out)
	d.redisDo(t, "CONFIG", "SET", "appendonly", "yes")
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "100mb")
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
	out = runFailing(t, env(redis.URL()), serveArgs(t.TempDir())...)
	assert.True(t, strings.Contains(out,
		"set maxmemory-policy noeviction") && !strings.Contains(out, "set appendonly yes"),
		"eviction:\n%s", out)
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "noeviction")
	p := startServer(t, env(redis.URL()), t.TempDir())
	assert.NotContains(t, p.Log(), "check Redis", "a persistent Redis:\n%s", p.Log())
	d.redisDo(t, "ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config")
	p = startServer(t, env("redis://croupier:secret@"+redis.Address()), t.TempDir())
	assert.Contains(t, p.Log(), "redis does not tell its configuration", "a Redis that does not tell:\n%s", p.Log())
}
