package bounded

import (
	"container/list"
	"sync/atomic"
	"time"
)

// clock counts entries and bytes and selects the entries to evict. It is not generic, so the binary
// contains it once.
type clock struct {
	maxEntries int
	maxBytes   int64                // 0: no bound
	expired    func(value any) bool // may be nil
	drop       func(key any)        // removes an entry from the map

	order   list.List // of *Entry, newest first
	bytes   int64
	evicted atomic.Uint64
}

// Entry is a key of a Map with its value.
type Entry struct {
	key, value any
	size       int64
	at         time.Time
	used       atomic.Bool // read since eviction last visited it
	element    *list.Element
}

// add adds an entry and reports whether it may be stored.
func (c *clock) add(e *Entry) bool {
	if c.maxBytes > 0 && e.size > c.maxBytes/8 {
		return false
	}
	c.evict(1, e.size)
	e.element = c.order.PushFront(e)
	c.bytes += e.size
	return true
}

func (c *clock) resize(e *Entry, size int64) {
	c.bytes += size - e.size
	e.size = size
	c.evict(0, 0)
}

// evict drops expired entries from the old end, then as many as more entries and bytes require.
func (c *clock) evict(more int, bytes int64) {
	for last := c.order.Back(); last != nil; last = c.order.Back() {
		e := last.Value.(*Entry) //nolint:forcetypeassert // only entries are in the list
		over := c.maxBytes > 0 && c.bytes+bytes > c.maxBytes || c.order.Len()+more > c.maxEntries
		switch {
		case c.expired != nil && c.expired(e.value):
			c.remove(e)
		case !over:
			return
		case e.used.Swap(false):
			c.order.MoveToFront(last)
		default:
			c.remove(e)
			c.evicted.Add(1)
		}
	}
}

// remove removes an entry, also from the map.
func (c *clock) remove(e *Entry) {
	c.order.Remove(e.element)
	c.bytes -= e.size
	c.drop(e.key)
}

// delete removes the entries that match selects and returns their number.
func (c *clock) delete(match func(key, value any) bool) (deleted int) {
	for at := c.order.Front(); at != nil; {
		e := at.Value.(*Entry) //nolint:forcetypeassert // only entries are in the list
		at = at.Next()
		if match(e.key, e.value) {
			c.remove(e)
			deleted++
		}
	}
	return deleted
}
