package redis

import "github.com/redis/go-redis/v9"

// beginScript replaces a generation with the expected id. ARGV: expected id, id, since, restoring.
var beginScript = redis.NewScript(`
local id = redis.call('HGET', KEYS[1], 'id') or ''
if id ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'id', ARGV[2], 'since', ARGV[3], 'restoring', ARGV[4])
return 1`)

// extendScript extends the time for writing back. ARGV: id, restoring.
var extendScript = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] and tonumber(redis.call('HGET', KEYS[1], 'restoring')) < tonumber(ARGV[2]) then
	redis.call('HSET', KEYS[1], 'restoring', ARGV[2])
end
return 1`)

// claimScript claims a free key and publishes the claim. It returns a result and the existing
// record or the new count of the generation. The results are:
//   - claimed: the key was free.
//   - found: the key has a record.
//   - forgotten: the caller knows a record that Redis has lost.
//   - unknown: the key may have been used before a loss.
//   - restoring: the key may have been used before a loss, and instances still write back.
//   - lost: Redis has another generation than the caller expects.
//
// KEYS: record, generation, records in flight. ARGV 1 to 7: claim, TTL in milliseconds, id of the
// generation, minimum count, time of the key (0 if unknown), now, time of the oldest remembered
// keys. ARGV 8 to 13: whether the caller knows a record of the key (0 or 1), channel, start of the
// message, field of the count, end of the lease, TTL of the set.
var claimScript = redis.NewScript(`
local g = redis.call('HMGET', KEYS[2], 'id', 'since', 'restoring', ARGV[11])
if g[1] ~= ARGV[3] or tonumber(g[4] or 0) < tonumber(ARGV[4]) then return {'lost', ''} end
local found = redis.call('GET', KEYS[1])
if found then return {'found', found} end
if ARGV[8] == '1' then return {'forgotten', ''} end
local since, made = tonumber(g[2]), tonumber(ARGV[5])
if made == 0 and tonumber(ARGV[6]) < tonumber(g[3]) then return {'restoring', ''} end
if made > 0 and made < math.max(since, tonumber(ARGV[7])) then return {'unknown', ''} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[3], ARGV[12], KEYS[1])
redis.call('PEXPIRE', KEYS[3], ARGV[13])
redis.call('PUBLISH', ARGV[9], ARGV[10] .. ARGV[1])
return {'claimed', tostring(redis.call('HINCRBY', KEYS[2], ARGV[11], 1))}`)

// outcomeScript replaces a claim by its outcome and publishes the outcome. It also writes the
// outcome if Redis has lost the claim, for example in a failover, because the call was sent. It
// does not change the claim of another instance. The script is idempotent. KEYS: record, records in
// flight, records with an unknown outcome. ARGV: claim, outcome, TTL in milliseconds, channel,
// start of the message, time of the claim for an unknown outcome or an empty text, TTL of the sets.
var outcomeScript = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('ZREM', KEYS[2], KEYS[1])
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[3], KEYS[1])
else
  redis.call('ZADD', KEYS[3], ARGV[6], KEYS[1])
  redis.call('PEXPIRE', KEYS[3], ARGV[7])
end
redis.call('PUBLISH', ARGV[4], ARGV[5] .. ARGV[2])
return 1`)

// releaseScript deletes an unchanged claim. KEYS: record, in flight. ARGV: claim, channel, message.
var releaseScript = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], KEYS[1])
end
if not now or now == ARGV[1] then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 1`)

// changeScript writes a record if its current value is the expected value. If there is a message,
// it publishes the record. If Redis has lost the current record, the script uses the caller's copy.
// The new version is higher than the current version. The script returns the encoded record, or
// nothing if the value differs. ARGV 1 to 5: field (empty for a record with a separate key),
// minimum version, "/" and expiry or nothing, flag and value, channel. ARGV 6 to 10: start of the
// message or nothing, caller's copy, expectation (any, none, value), expected value, TTL in
// milliseconds or 0.
var changeScript = redis.NewScript(`
local function version(record) return record and tonumber(string.match(record, '^%d+')) or 0 end
local now = ARGV[1] == '' and redis.call('GET', KEYS[1]) or ARGV[1] ~= '' and redis.call('HGET', KEYS[1], ARGV[1])
if version(ARGV[7]) > version(now) then now = ARGV[7] end
local at = now and string.find(now, '[+-]')
local present = at and string.sub(now, at, at) == '+' and string.sub(now, at + 1)
if ARGV[8] == 'none' and present or ARGV[8] == 'value' and present ~= ARGV[9] then return false end
local record = string.format('%.0f', math.max(tonumber(ARGV[2]), version(now) + 1)) .. ARGV[3] .. ARGV[4]
if ARGV[1] == '' then redis.call('SET', KEYS[1], record) else redis.call('HSET', KEYS[1], ARGV[1], record) end
if ARGV[10] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[10]) end
if ARGV[6] ~= '' then redis.call('PUBLISH', ARGV[5], ARGV[6] .. record) end
return record`)

// setScript adds ids to a sorted set with times in Unix milliseconds as scores. It drops ids up to
// a time, and drops and returns the oldest ids beyond the maximum. The script is idempotent. ARGV:
// time (a parenthesis before it excludes it), maximum, TTL in milliseconds or nothing for a set
// that expires with its last id, then time and id of each entry.
var setScript = redis.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
for i = 4, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
local over = redis.call('ZRANGE', KEYS[1], 0, -1 - tonumber(ARGV[2]))
if #over > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[2])) end
local ttl = ARGV[3]
if ttl == '' then
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  ttl = string.format('%.0f', math.max(tonumber(last[2]) - tonumber(ARGV[1]), 1))
end
redis.call('PEXPIRE', KEYS[1], ttl)
return over`)

// auditScript writes an entry, replaces an earlier entry with the same id, and drops entries beyond
// the limits. All members have the same score because Redis then sorts them by their bytes and thus
// by id. The script is idempotent. ARGV: id, value, oldest id, maximum, TTL in milliseconds.
var auditScript = redis.NewScript(`
redis.call('ZREMRANGEBYLEX', KEYS[1], '[' .. ARGV[1] .. '\n', '(' .. ARGV[1] .. '\v')
redis.call('ZADD', KEYS[1], 0, ARGV[1] .. '\n' .. ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[1], '-', '(' .. ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

// purgeScript begins a generation of a scope. Generations are fields of one hash. A generation is
// at least the time in microseconds and higher than all others because a generation must not be
// used twice after a data loss. ARGV: scope, generation to exceed, TTL in milliseconds.
var purgeScript = redis.NewScript(`
local t = redis.call('TIME')
local highest = tonumber(redis.call('HGET', KEYS[1], '') or 0)
local generation = string.format('%.0f', math.max(t[1] * 1000000 + t[2], highest + 1, tonumber(ARGV[2]) + 1))
redis.call('HSET', KEYS[1], '', generation, ARGV[1], generation)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return generation`)

// windowScript takes one unit from a sliding window, which is a list of the times of taken units,
// oldest first. It returns 0 or the milliseconds until the next unit, and the time of Redis. After
// the deadline it takes nothing and returns -1. A paused or overloaded Redis may run a script late,
// when the client has already given up and counted elsewhere. ARGV: now, window, count, deadline by
// the clock of Redis or 0.
var windowScript = redis.NewScript(nowLua + `
local function take()
local per, most, deadline = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if deadline > 0 and clock >= deadline then return -1 end
if most < 1 then return per end
local first = redis.call('LINDEX', KEYS[1], 0)
while first and tonumber(first) + per <= now do
  redis.call('LPOP', KEYS[1])
  first = redis.call('LINDEX', KEYS[1], 0)
end
if redis.call('LLEN', KEYS[1]) >= most then
  return tonumber(redis.call('LINDEX', KEYS[1], -most)) + per - now
end
redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], per)
return 0
end
return {take(), clock}`)

// bucketScript takes one unit from a token bucket. The bucket is stored as the time in microseconds
// at which it is full again. The script returns 0 or the milliseconds until the next unit. It uses
// integers because fractions of timestamps are too imprecise to add up. Keys expire by the clock of
// Redis. A bucket with the caller's clock is stored for one hour longer because that clock may be
// slower. ARGV: now, window, count, burst.
var bucketScript = redis.NewScript(nowLua + `
local per, count, burst = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if count < 1 then return per end
now = now * 1000
local step = math.max(math.floor(per * 1000 / count), 1)
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + step
local due = full - burst * step
if due > now then return math.ceil((due - now) / 1000) end
local ttl = math.ceil((full - now) / 1000)
if tonumber(ARGV[1]) ~= 0 then ttl = ttl + 3600000 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', ttl)
return 0`)

// refundScript returns the last taken unit to a window, or a unit to a bucket. It is a script
// because the client never sends scripts twice, see noRetryScripter. ARGV: window, count, burst.
var refundScript = redis.NewScript(`
if ARGV[3] == '0' then return redis.call('RPOP', KEYS[1]) end
local full = redis.call('GET', KEYS[1])
local step = math.max(math.floor(ARGV[1] * 1000 / ARGV[2]), 1)
if full then redis.call('SET', KEYS[1], string.format('%.0f', full - step), 'KEEPTTL') end`)

// nowLua takes the time from ARGV[1] in Unix milliseconds, or from Redis if ARGV[1] is 0. With the
// clock of Redis, all instances count the same even if their clocks differ.
const nowLua = `
local t = redis.call('TIME')
local clock = t[1] * 1000 + math.floor(t[2] / 1000)
local now = tonumber(ARGV[1])
if now == 0 then now = clock end`
