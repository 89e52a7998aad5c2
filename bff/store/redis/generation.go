package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// topicMemory requests other instances to check whether Redis has lost data.
const topicMemory bff.Topic = "memory"

const (
	// checkInterval is the time between two checks for a loss.
	checkInterval = time.Second
	// restoreGrace is the time to notice a loss. An instance that writes back extends it.
	restoreGrace = 3 * checkInterval
	// restorePollInterval is the time between attempts of a claim that waits for instances.
	restorePollInterval = 100 * time.Millisecond
	// clusterPartitions is the number of partitions of a cluster. Each node can lose data.
	clusterPartitions = 16
	// mirrorInterval is the time between two writes of an unchanged generation to the mirror.
	mirrorInterval = time.Hour
	// mirroredMemoryRetention is the retention of mirrored generations and deleted records.
	mirroredMemoryRetention = 30 * 24 * time.Hour
)

// generation identifies the data of one partition of Redis. Another generation or none means that
// Redis has lost its data. A lower count means that Redis has lost its latest writes. The run id of
// Redis cannot replace it, because FLUSHALL does not change the run id.
type generation struct {
	ID        string `json:"id"`
	Since     int64  `json:"since"`    // records of earlier keys may be lost
	Restoring int64  `json:"-"`        // until then, instances may still write back records
	Instance  string `json:"instance"` // the instance of Count
	Count     int64  `json:"count"`    // the highest acknowledged count of the instance's claims
}

// isLossOf reports whether Redis has lost the generation known or its latest writes. In this case g
// is empty, has a lower count, or is an earlier generation, for example from a backup.
func (g generation) isLossOf(known generation) bool {
	if g.ID == known.ID {
		return g.ID == "" || g.Count < known.Count
	}
	return g.ID == "" || known.ID != "" && g.Since < known.Since
}

// memory detects data losses of Redis and requests that this instance writes back its records.
type memory struct {
	store    *Store
	instance string     // identifies the data directory of this instance
	isKnown  bool       // this instance knew a generation when it last ran
	checking sync.Mutex // serializes check

	mu       sync.Mutex
	current  []generation // by partition, without ID if unknown
	mirrored []time.Time  // by partition: the time of the last write to the mirror

	losses   atomic.Uint64
	restored atomic.Uint64 // losses after which this instance has written back its records
	restore  chan struct{} // requests to write back all records
	recheck  chan struct{} // requests a check
}

// newMemory returns a memory with the generations that this instance knew before its restart.
func newMemory(s *Store) *memory {
	m := &memory{
		store: s, instance: rand.Text(), current: make([]generation, s.partitions),
		mirrored: make([]time.Time, s.partitions), restore: make(chan struct{}, 1), recheck: make(chan struct{}, 1),
	}
	for p := range m.current {
		if g := &m.current[p]; json.Unmarshal(s.mirror.get(mirroredMemory, strconv.Itoa(p)), g) != nil {
			*g = generation{}
		}
	}
	m.isKnown = m.current[0].ID != ""
	m.instance = cmp.Or(m.current[0].Instance, m.instance)
	return m
}

// countField returns the hash field with the count of this instance.
func (m *memory) countField() string { return "count:" + m.instance }

func (m *memory) generation(partition int) generation {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.current[partition]
}

func (m *memory) acknowledge(partition int, id string, count int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if g := &m.current[partition]; g.ID == id {
		g.Count = max(g.Count, count)
	}
}

// check compares known generations with Redis. After a loss it begins a new generation.
func (m *memory) check(ctx context.Context) error {
	m.checking.Lock()
	defer m.checking.Unlock()
	m.mu.Lock()
	before := slices.Clone(m.current) // before the read because an acknowledged claim raises the count
	m.mu.Unlock()
	found, err := m.read(ctx)
	if err != nil {
		return err
	}
	lost := false
	for p, now := range found {
		known := before[p]
		if now.isLossOf(known) {
			began, err := m.begin(ctx, p, known, now)
			if err != nil {
				return err
			}
			if began.ID == "" { // another instance was faster
				store.Request(m.recheck)
				continue
			}
			now = began
		}
		lost = lost || known.ID != "" && now.ID != known.ID
		m.adopt(p, now)
	}
	if lost {
		m.losses.Add(1)
		m.store.options.Log.ErrorContext(ctx, "redis lost data. This instance writes its copy back. "+
			"Payments with an older idempotency key that no instance knows get an unknown outcome", "generation",
			m.generation(0).ID)
		store.Request(m.restore)
	}
	return nil
}

// read returns the generations in Redis. Absent generations have no ID.
func (m *memory) read(ctx context.Context) ([]generation, error) {
	cmds, err := m.store.pipelined(ctx, func(p redis.Pipeliner) {
		for i := range m.store.partitions {
			p.HMGet(ctx, m.store.generationKey(i), "id", "since", "restoring", m.countField())
		}
	})
	if err != nil {
		return nil, named("check for lost data", err)
	}
	out := make([]generation, len(cmds))
	for i, cmd := range cmds {
		values := cmd.(*redis.SliceCmd).Val() //nolint:forcetypeassert // see above
		out[i].ID, _ = values[0].(string)
		for n, field := range []*int64{&out[i].Since, &out[i].Restoring, &out[i].Count} {
			text, _ := values[n+1].(string)
			*field, _ = strconv.ParseInt(text, 10, 64)
		}
	}
	return out, nil
}

// begin replaces now, which is absent or has lost writes, by a new generation. It returns the zero
// generation if another instance was faster. Without any known generation, there was no loss.
func (m *memory) begin(ctx context.Context, partition int, known, now generation) (generation, error) {
	at := m.store.options.Now()
	g := generation{ID: rand.Text(), Since: at.UnixMilli(), Restoring: at.UnixMilli()}
	others, err := m.store.HasOtherInstances(ctx)
	if err != nil {
		return generation{}, named("begin a generation", err)
	}
	if known.ID != "" || others {
		g.Since = at.Add(idempotency.ClockLeeway).UnixMilli()
		g.Restoring = at.Add(restoreGrace).UnixMilli()
	}
	written, err := m.store.runScript(ctx, beginScript, m.store.generationKey(partition), now.ID, g.ID, g.Since,
		g.Restoring).Bool()
	if err != nil || !written {
		return generation{}, named("begin a generation", err)
	}
	return g, nil
}

// HasOtherInstances reports whether other instances use Redis, and makes them check for a loss.
func (s *Store) HasOtherInstances(ctx context.Context) (bool, error) {
	receivers, err := s.client.Publish(ctx, s.key("bus", string(topicMemory)), s.origin+"\n").Result()
	return receivers > 1, err // this instance also receives the message
}

func (m *memory) adopt(partition int, g generation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.current[partition]
	if old.ID == g.ID {
		g.Count, g.Restoring = max(old.Count, g.Count), max(old.Restoring, g.Restoring)
	}
	m.current[partition] = g
	now := m.store.options.Now()
	if old.ID != g.ID || now.Sub(m.mirrored[partition]) >= mirrorInterval {
		m.mirrored[partition] = now
		m.store.mirror.Put(m.entry(partition, g))
	}
}

func (m *memory) entry(partition int, g generation) store.Entry {
	g.Instance = m.instance
	value, _ := json.Marshal(g) // never fails
	return store.Entry{
		Set: mirroredMemory, Key: strconv.Itoa(partition), Value: value,
		Until: m.store.options.Now().Add(mirroredMemoryRetention),
	}
}

// mirrorWith mirrors an entry with a generation. mu prevents a later write of a lower count.
func (m *memory) mirrorWith(partition int, e store.Entry) *store.Write {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.store.mirror.Put(e, m.entry(partition, m.current[partition]))
}

// extend extends the time for which other instances wait because this instance still writes back.
func (m *memory) extend(ctx context.Context) error {
	until := m.store.options.Now().Add(restoreGrace).UnixMilli()
	var errs []error
	for p := range m.store.partitions {
		errs = append(errs, m.store.runScript(ctx, extendScript, m.store.generationKey(p), m.generation(p).ID,
			until).Err())
		m.mu.Lock()
		m.current[p].Restoring = max(m.current[p].Restoring, until)
		m.mu.Unlock()
	}
	return errors.Join(errs...)
}

// settled reports whether this instance, and probably every other, has written back its records.
func (m *memory) settled() bool {
	now := m.store.options.Now().UnixMilli()
	for p := range m.store.partitions {
		if now < m.generation(p).Restoring {
			return false
		}
	}
	return m.restored.Load() == m.losses.Load()
}

// partitionKey returns a Redis key in a partition. All its keys are on the same node.
func (s *Store) partitionKey(partition int, kind, name string) string {
	if s.partitions == 1 {
		return s.key(kind, name)
	}
	return s.key(kind, fmt.Sprintf("{%02d}:%s", partition, name))
}

func (s *Store) generationKey(partition int) string {
	return s.partitionKey(partition, "memory", "generation")
}
