package staff_test

import (
	"context"
	"slices"
	"sync"

	"croupier/bff/staff"
)

// memoryAudit is an AuditStore in memory without bounds.
type memoryAudit struct {
	mu      sync.Mutex
	ids     []string
	values  map[string][]byte
	fault   error         // what writing fails with
	after   int           // lines that are written before it does
	written chan struct{} // receives a value per write, where there is room

	readFault error // what reading fails with
	reads     int   // pages that are read before it does
}

func newLines() *memoryAudit {
	return &memoryAudit{values: map[string][]byte{}, written: make(chan struct{}, 1000)}
}

func (l *memoryAudit) Put(_ context.Context, id string, value []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		if l.after--; l.after < 0 {
			return l.fault
		}
	}
	if l.values[id] == nil {
		l.ids = append(l.ids, id)
		slices.Sort(l.ids)
	}
	l.values[id] = value
	select {
	case l.written <- struct{}{}:
	default:
	}
	return nil
}

func (l *memoryAudit) Page(_ context.Context, before string, limit int) (out [][]byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.readFault != nil {
		if l.reads--; l.reads < 0 {
			return nil, l.readFault
		}
	}
	for _, id := range slices.Backward(l.ids) {
		if len(out) < limit && (before == "" || id < before) {
			out = append(out, l.values[id])
		}
	}
	return out, nil
}

// failAfter lets n more writes succeed.
func (l *memoryAudit) failAfter(fault error, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault, l.after = fault, n
}

// failReads lets n more reads succeed.
func (l *memoryAudit) failReads(fault error, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readFault, l.reads = fault, n
}

var _ staff.AuditStore = (*memoryAudit)(nil)
