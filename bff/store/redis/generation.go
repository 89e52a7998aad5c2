package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
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

// topicMemory tells the other instances to check the memory of Redis.
const topicMemory bff.Topic = "memory"

const (
	// checkInterval is the time between two checks of the memory.
	checkInterval = time.Second
	// restoreGrace is how long instances may take to notice a loss. It is extended while one writes back.
	restoreGrace = 3 * checkInterval
	// restorePollInterval is the time between two attempts of a claim that waits for that.
	restorePollInterval = 100 * time.Millisecond
	// clusterPartitions is the number of partitions of a cluster, whose nodes lose their memories separately.
	clusterPartitions = 16
	// mirrorInterval is the time between two writes of an unchanged generation to the mirror.
	mirrorInterval = time.Hour
	// mirroredMemoryRetention is how long a stopped instance remembers, and how long deleted records are remembered.
	mirroredMemoryRetention = 30 * 24 * time.Hour
)

// generation identifies what one partition of Redis remembers. Another one, or none, means that Redis has lost its
// memory. A lower count of an instance's claims than it remembers means that Redis has lost its latest writes.
type generation struct {
	ID        string `json:"id"`
	Since     int64  `json:"since"`    // keys made earlier may have been forgotten
	Restoring int64  `json:"-"`        // until then instances may still write back what they know
	Instance  string `json:"instance"` // whose count it is
	Count     int64  `json:"count"`    // the highest count of this instance that Redis has acknowledged
}

// isLossOf reports whether Redis has lost known, or its latest writes: it has no generation, a lower
// count of the same, or an earlier one, for example of a backup.
func (g generation) isLossOf(known generation) bool {
	if g.ID == known.ID {
		return g.ID == "" || g.Count < known.Count
	}
	return g.ID == "" || known.ID != "" && g.Since < known.Since
}

// memory notices when Redis has lost its memory, and has what this instance knows written back.
type memory struct {
	store    *Store
	instance string     // identifies the data folder of this instance
	isKnown  bool       // this instance knew a memory when it ran last
	checking sync.Mutex // serializes check

	mu       sync.Mutex
	current  []generation // by partition; without ID where none is known
	mirrored []time.Time  // by partition, when it was last mirrored

	losses   atomic.Uint64
	restored atomic.Uint64 // losses after which everything was written back
	restore  chan struct{} // requests that everything is written back
	recheck  chan struct{} // requests a check
}

// newMemory returns a memory that begins with what this instance knew before it was restarted.
func newMemory(s *Store) *memory {
	m := &memory{
		store: s, instance: rand.Text(), current: make([]generation, s.partitions), mirrored: make([]time.Time, s.partitions),
		restore: make(chan struct{}, 1), recheck: make(chan struct{}, 1),
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

// countField returns the field of a generation that has the count of this instance.
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

// check compares the generations in Redis with the known ones. After a loss it begins a new one, unless another
// instance has.
func (m *memory) check(ctx context.Context) error {
	m.checking.Lock()
	defer m.checking.Unlock()
	m.mu.Lock()
	before := slices.Clone(m.current) // before reading, because a claim that is acknowledged meanwhile raises its count
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
		m.store.options.Log.ErrorContext(ctx, "check memory of Redis: redis lost its memory, in whole or in part; what this instance knows is written back, "+
			"and money keys made before the loss that no instance knows are answered with an unknown outcome", "generation", m.generation(0).ID)
		store.Request(m.restore)
	}
	return nil
}

// read returns the generations in Redis. Those that are absent have no ID.
func (m *memory) read(ctx context.Context) ([]generation, error) {
	cmds, err := m.store.pipelined(ctx, func(p redis.Pipeliner) {
		for i := range m.store.partitions {
			p.HMGet(ctx, m.store.generationKey(i), "id", "since", "restoring", m.countField())
		}
	})
	if err != nil {
		return nil, named("check memory", err)
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

// begin writes a new generation in place of now, which is absent or has lost writes, or returns the zero generation if
// another instance was faster. If no instance knew a memory, this is the first.
func (m *memory) begin(ctx context.Context, partition int, known, now generation) (generation, error) {
	at := m.store.options.Now()
	g := generation{ID: rand.Text(), Since: at.UnixMilli(), Restoring: at.UnixMilli()}
	others, err := m.store.HasOtherInstances(ctx)
	if err != nil {
		return generation{}, named("begin memory", err)
	}
	if known.ID != "" || others {
		g.Since = at.Add(idempotency.ClockLeeway).UnixMilli()
		g.Restoring = at.Add(restoreGrace).UnixMilli()
	}
	written, err := m.store.runScript(ctx, beginScript, m.store.generationKey(partition), now.ID, g.ID, g.Since, g.Restoring).Bool()
	if err != nil || !written {
		return generation{}, named("begin memory", err)
	}
	return g, nil
}

// HasOtherInstances reports whether other instances are connected to Redis, and has them check the memory.
func (s *Store) HasOtherInstances(ctx context.Context) (bool, error) {
	receivers, err := s.client.Publish(ctx, s.key("bus", string(topicMemory)), s.origin+"\n").Result()
	return receivers > 1, err // this instance receives the message too
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
	return store.Entry{Set: mirroredMemory, Key: strconv.Itoa(partition), Value: value, Until: m.store.options.Now().Add(mirroredMemoryRetention)}
}

// mirrorWith mirrors an entry with the count of a partition's generation, of which no lower one is mirrored later.
func (m *memory) mirrorWith(partition int, e store.Entry) *store.Write {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.store.mirror.Put(e, m.entry(partition, m.current[partition]))
}

// extend tells the other instances that this one still writes back.
func (m *memory) extend(ctx context.Context) error {
	until := m.store.options.Now().Add(restoreGrace).UnixMilli()
	var errs []error
	for p := range m.store.partitions {
		errs = append(errs, m.store.runScript(ctx, extendScript, m.store.generationKey(p), m.generation(p).ID, until).Err())
		m.mu.Lock()
		m.current[p].Restoring = max(m.current[p].Restoring, until)
		m.mu.Unlock()
	}
	return errors.Join(errs...)
}

// settled reports whether this instance, and probably every other one, has written back what it knows.
func (m *memory) settled() bool {
	now := m.store.options.Now().UnixMilli()
	for p := range m.store.partitions {
		if now < m.generation(p).Restoring {
			return false
		}
	}
	return m.restored.Load() == m.losses.Load()
}

func (s *Store) partition(key string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // never fails
	return int(h.Sum32() % uint32(s.partitions))
}

// partitionKey returns the Redis key of a value in a partition, all of whose keys are on the same node.
func (s *Store) partitionKey(partition int, kind, name string) string {
	if s.partitions == 1 {
		return s.key(kind, name)
	}
	return s.key(kind, fmt.Sprintf("{%02d}:%s", partition, name))
}

func (s *Store) generationKey(partition int) string {
	return s.partitionKey(partition, "memory", "generation")
}
