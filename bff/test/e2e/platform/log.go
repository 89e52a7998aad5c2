package platform

import (
	"maps"
	"sync"
)

// Unread is the name, in the counts of a platform, of requests that were neither read nor could be
// recognized.
const Unread = "unread"

// log counts the calls of a platform.
type log struct {
	mu       sync.Mutex
	received map[string]int
	executed map[string]int
}

func newLog() log { return log{received: map[string]int{}, executed: map[string]int{}} }

func (l *log) receive(call string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.received[call]++
}

func (l *log) execute(call string) (number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.executed[call]++
	return l.executed[call]
}

// Received returns how many requests with this call reached the platform.
func (p *Platform) Received(call string) int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.received[call]
}

// Executed returns how many of them were executed.
func (p *Platform) Executed(call string) int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.executed[call]
}

// Calls returns how many requests of each call reached the platform.
func (p *Platform) Calls() map[string]int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return maps.Clone(p.log.received)
}
