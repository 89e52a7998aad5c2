package redis

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store"
)

// swapScript changes a record as changeScript does, if its present value is the expected one. A
// record that Redis has lost is the one that the caller knows. It returns the encoded record, or
// nothing where the value differs. ARGV: those of changeScript, record known to the caller, whether a
// value is expected, expected value.
var swapScript = redis.NewScript(`
local now, least = redis.call('HGET', KEYS[1], ARGV[1]), tonumber(ARGV[2])
local version = now and tonumber(string.match(now, '^%d+')) or 0
if ARGV[7] ~= '' and tonumber(string.match(ARGV[7], '^%d+')) > version then
	now = ARGV[7]
	version = tonumber(string.match(now, '^%d+'))
end
local present = false
if now then
	local at = string.find(now, '[+-]')
	if string.sub(now, at, at) == '+' then present = string.sub(now, at + 1) end
end
if ARGV[8] == '1' then
	if present ~= ARGV[9] then return false end
elseif present then
	return false
end
if now then least = math.max(least, version + 1) end
local record = string.format('%.0f', least) .. ARGV[3] .. ARGV[4]
redis.call('HSET', KEYS[1], ARGV[1], record)
redis.call('PUBLISH', ARGV[5], ARGV[6] .. record)
return record`)

// Swap implements bff.SwapStore. An error leaves open whether the change was made.
func (r *Records) Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error) {
	flag, expected := flagPresent, "1"
	if value == nil {
		flag = flagDeleted
	}
	if old == nil {
		expected = "0"
	}
	r.mu.Lock()
	known := r.known[key]
	r.mu.Unlock()
	swapped, err = r.run(ctx, swapScript, key, flag, value, known, expected, old)
	if err != nil {
		return false, fmt.Errorf("redis: swap %s %q: %w", r.key, key, err)
	}
	return swapped, nil
}

// run runs a script that changes a record, and mirrors what it returns. It reports whether the script
// returned a record.
func (r *Records) run(ctx context.Context, script *redis.Script, key, flag string, value []byte, more ...any) (changed bool, err error) {
	r.mu.Lock()
	least := max(version(r.known[key])+1, r.store.options.Now().UnixMilli())
	r.mu.Unlock()
	args := append([]any{key, least, flag, value, r.store.key("bus", string(topicRecords)), r.store.recordMessage(r.name, key)}, more...)
	bounded, cancel := r.store.withTimeout(ctx)
	defer cancel()
	record, err := r.store.runScript(bounded, script, r.key, args...).Text()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if e := r.learn(key, record); e != nil {
		r.store.mirrorRecord(ctx, *e)
	}
	return true, nil
}

// mirrorRecord waits until a record is durable in the mirror.
func (s *Store) mirrorRecord(ctx context.Context, e store.Entry) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mirrorTimeout)
	defer cancel()
	if err := s.mirror.sync(ctx, e); err != nil {
		s.options.Log.WarnContext(ctx, "could not mirror a record; a restart of this instance forgets it", "set", e.Set, "error", err)
	}
}

// recordMessage returns the start of the message that sends a record to the other instances.
func (s *Store) recordMessage(name, key string) string {
	return fmt.Sprintf("%s\n%s\n%d\n%s", s.origin, name, len(key), key)
}
