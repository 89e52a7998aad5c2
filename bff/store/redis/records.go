package redis

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/store"
)

// topicRecords distributes records because each instance mirrors all of them.
const topicRecords bff.Topic = "records"

// Flags of an encoded record. A record is "version/expiry", a flag and the value. The version is at
// least the time of the change in Unix milliseconds. A record without an expiry has no slash.
const (
	flagPresent = "+"
	flagDeleted = "-"
)

// Records is a small set of values in one hash, for example the maintenance notices of brands.
// Without Redis every call fails. A deleted record leaves a mark, so a record without one is lost.
// The method All writes lost records back.
type Records struct {
	store     *Store
	name, key string

	mu    sync.Mutex
	known map[string]string // encoded records, as in the mirror
}

var _ bff.SwapStore = (*Records)(nil)

// recordSet is a *Records or a *KeyedRecords.
type recordSet interface {
	hear(key, record string) // receives a record of another instance
	restore(ctx context.Context, progress progressFunc) error
}

// setOf returns the set with a name and creates it on the first use. onRecord may have created a
// set of the wrong kind for a message of another instance. In this case setOf replaces that set.
func setOf[S recordSet](s *Store, name string, create func() S) S {
	s.setsMu.Lock()
	defer s.setsMu.Unlock()
	set, ok := s.sets[name].(S)
	if !ok {
		set = create()
		s.sets[name] = set
	}
	return set
}

// Records returns the set with a name.
func (s *Store) Records(name string) *Records {
	return setOf(s, name, func() *Records {
		r := &Records{store: s, name: name, key: s.key("records", name), known: map[string]string{}}
		r.load()
		return r
	})
}

// load reads the mirror. An old mirror may contain records that other instances have deleted.
func (r *Records) load() {
	if !r.store.memory.isKnown {
		return
	}
	for page := range pages(r.store.mirror.Page, mirroredRecords+r.name) {
		for _, e := range page {
			r.known[e.Key] = string(e.Value)
		}
	}
}

func (s *Store) onRecord(payload []byte) {
	name, rest, _ := strings.Cut(string(payload), "\n")
	size, rest, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(size)
	if err != nil || n < 0 || n > len(rest) {
		return
	}
	s.setsMu.Lock()
	set := s.sets[name]
	s.setsMu.Unlock()
	if set == nil {
		set = s.Records(name)
	}
	set.hear(rest[:n], rest[n:])
}

// restoreRecords writes back the records of every set. It calls progress from time to time.
func (s *Store) restoreRecords(ctx context.Context, progress progressFunc) error {
	s.setsMu.Lock()
	sets := slices.Collect(maps.Values(s.sets))
	s.setsMu.Unlock()
	restore := func(set recordSet) error { return set.restore(ctx, progress) }
	return errors.Join(lists.Map(sets, restore)...)
}

func (r *Records) restore(ctx context.Context, _ progressFunc) error {
	_, err := r.All(ctx)
	return err
}

func (r *Records) hear(key, record string) { r.learn(key, record) }

// Put stores value under key.
func (r *Records) Put(ctx context.Context, key string, value []byte) error {
	_, err := r.change(ctx, key, recordChange{value: append([]byte{}, value...), isAny: true})
	return named("put "+r.key, err)
}

// Delete removes key. A missing key is not an error.
func (r *Records) Delete(ctx context.Context, key string) error {
	_, err := r.change(ctx, key, recordChange{isAny: true})
	return named("delete "+r.key, err)
}

// Swap implements bff.SwapStore. After an error, the change may still have been applied.
func (r *Records) Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error) {
	swapped, err = r.change(ctx, key, recordChange{value: value, old: old})
	return swapped, named("swap "+r.key, err)
}

// change changes and mirrors a record. It reports whether the current value was expected.
func (r *Records) change(ctx context.Context, key string, c recordChange) (changed bool, err error) {
	r.mu.Lock()
	c.known = r.known[key]
	r.mu.Unlock()
	c.key, c.field, c.message = r.key, key, r.store.recordMessage(r.name, key)
	record, err := r.store.changeRecord(ctx, c)
	if record == "" || err != nil {
		return false, err
	}
	if f := r.learn(key, record); f != nil {
		r.store.awaitMirror(ctx, f)
	}
	return true, nil
}

// learn mirrors a record if it is newer than the known record. Otherwise it returns nil.
func (r *Records) learn(key, record string) *store.Write {
	r.mu.Lock()
	defer r.mu.Unlock()
	if version(record) <= version(r.known[key]) {
		return nil
	}
	r.known[key] = record
	return r.store.mirror.Put(recordEntry(r.name, key, record))
}

// All returns every value by its key.
func (r *Records) All(ctx context.Context) (map[string][]byte, error) {
	all := map[string]string{}
	err := eachPage(func(cursor uint64) *redis.ScanCmd {
		return r.store.client.HScan(ctx, r.key, cursor, "", scanCount)
	}, func(pairs []string) error { // pairs alternates between fields and values
		for i := 0; i < len(pairs); i += 2 {
			all[pairs[i]] = pairs[i+1]
			r.learn(pairs[i], pairs[i+1])
		}
		return nil
	})
	if err != nil {
		return nil, named("read "+r.key, err)
	}
	r.mu.Lock()
	known := maps.Clone(r.known)
	r.mu.Unlock()
	for key, record := range known {
		if _, until, value := parseRecord(record); value == nil && !r.store.options.Now().Before(until) {
			err = r.forget(ctx, key, record) // every mirror has dropped the deleted record
		} else if version(all[key]) < version(record) {
			_, err = r.Swap(ctx, key, value, value)
		}
		if err != nil {
			r.store.options.Log.WarnContext(ctx, "could not write a record back to Redis, retrying at the next read",
				"set", r.name, "error", err)
			break
		}
	}
	return r.Known(), nil
}

// forget removes the mark of a deleted record.
func (r *Records) forget(ctx context.Context, key, record string) error {
	if err := r.store.client.HDel(ctx, r.key, key).Err(); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[key] == record {
		delete(r.known, key)
	}
	return nil
}

// Known returns the values that this instance knows without Redis.
func (r *Records) Known() map[string][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[string][]byte, len(r.known))
	for key, record := range r.known {
		if value := valueOf(record); value != nil {
			out[key] = value
		}
	}
	return out
}

// parseRecord splits an encoded record. The value of a deleted or missing record is nil.
func parseRecord(record string) (version int64, expiry time.Time, value []byte) {
	at := strings.IndexAny(record, flagPresent+flagDeleted)
	if at < 0 {
		return 0, expiry, nil
	}
	head, until, expires := strings.Cut(record[:at], "/")
	version, _ = strconv.ParseInt(head, 10, 64)
	if expires {
		ms, _ := strconv.ParseInt(until, 10, 64)
		expiry = time.UnixMilli(ms)
	}
	if record[at:at+1] == flagPresent {
		value = []byte(record[at+1:])
	} else if !expires {
		expiry = time.UnixMilli(version).Add(mirroredMemoryRetention)
	}
	return version, expiry, value
}

func version(record string) int64 {
	v, _, _ := parseRecord(record)
	return v
}

func valueOf(record string) []byte {
	_, _, value := parseRecord(record)
	return value
}

func recordEntry(name, key, record string) store.Entry {
	_, until, _ := parseRecord(record)
	return store.Entry{Set: mirroredRecords + name, Key: key, Value: []byte(record), Until: until}
}

type recordChange struct {
	key, field string        // Redis key and hash field, no field for a record with a separate key
	known      string        // the record that this instance knows
	message    string        // start of the message that sends the record to the other instances, empty to send none
	value, old []byte        // the new and the expected value, a nil value deletes the record
	isAny      bool          // ignores old
	ttl        time.Duration // 0 for a record that does not expire
}

// changeRecord writes a record and returns it, or an empty text for an unexpected value.
func (s *Store) changeRecord(ctx context.Context, c recordChange) (record string, err error) {
	now, flag, expiry := s.options.Now(), flagPresent, ""
	if c.value == nil {
		flag = flagDeleted
	}
	expected := "value"
	if c.isAny {
		expected = "any"
	} else if c.old == nil {
		expected = "none"
	}
	if c.ttl > 0 {
		expiry = "/" + strconv.FormatInt(now.Add(c.ttl).UnixMilli(), 10)
	}
	record, err = s.runScript(ctx, changeScript, c.key, c.field, max(version(c.known)+1, now.UnixMilli()), expiry,
		flag+string(c.value),
		s.key("bus", string(topicRecords)), c.message, c.known, expected, c.old, c.ttl.Milliseconds()).Text()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return record, err
}

// recordMessage returns the start of the message that sends a record to the other instances.
func (s *Store) recordMessage(name, key string) string {
	return fmt.Sprintf("%s\n%s\n%d\n%s", s.origin, name, len(key), key)
}
