package redis_test

import (
	"crypto/tls"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
)

// payments are made at both instances, and repeated until the outcome is known.
type payments struct {
	instances [2]*redis.Store
	mu        sync.Mutex
	sent      map[bff.IdempotencyKey]int // to the platform
	decided   []time.Time                // when Redis decided about a new payment
}

// pay makes one payment after the other until stop is closed.
func (p *payments) pay(t *testing.T, player int, stop <-chan struct{}) {
	k, attempt := keyAt(time.Now(), player*1_000_000), 0
	for range time.Tick(5 * time.Millisecond) {
		attempt++
		s := p.instances[(player+attempt)%len(p.instances)].IdempotencyStore()
		first, err := s.Claim(t.Context(), k, body)
		var reason *bff.Reason
		isFree, isUnknown := first == nil && err == nil, errors.As(err, &reason) && reason.Debug == unknownOutcome.Debug
		if isFree || isUnknown {
			p.mu.Lock()
			p.decided = append(p.decided, time.Now())
			if isFree {
				p.sent[k]++
			}
			p.mu.Unlock()
		}
		switch {
		case isFree:
			_ = s.Finish(t.Context(), k, paid) // if Redis fails, the instance writes the outcome later
		case err == nil || isUnknown:
			select {
			case <-stop:
				return
			default:
				k = keyAt(time.Now(), player*1_000_000+attempt)
			}
		}
	}
}

// since returns the times of decisions after a time.
func (p *payments) since(after time.Time) []time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, _ := slices.BinarySearchFunc(p.decided, after, time.Time.Compare)
	return p.decided[at:]
}

// The master fails under payments. No payment is sent twice, no outcome is lost, and both instances
// use the new master within one second after the sentinels.
func TestPaymentsDuringAFailover(t *testing.T) {
	t.Parallel()
	ca, folder := testkit.NewCA(t), t.TempDir()
	cert, key := ca.Issue(t, "server")
	for name, content := range map[string][]byte{"ca.pem": ca.PEM, "server.pem": cert, "server-key.pem": key} {
		testkit.WriteFile(t, folder, name, string(content))
	}
	pair, err := tls.X509KeyPair(cert, key)
	require.NoError(t, err)
	present := func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
	o := redis.Options{Prefix: "p", TLS: &tls.Config{RootCAs: ca.Pool, GetClientCertificate: present}}
	t.Run("without TLS", func(t *testing.T) { testFailover(t, "", o) })
	t.Run("with TLS", func(t *testing.T) { testFailover(t, folder, o) })
}

func testFailover(t *testing.T, folder string, o redis.Options) {
	t.Parallel()
	servers := realredis.StartSentinels(t, folder)
	one, two := openTwo(t, servers.URL(), o)
	p := &payments{instances: [2]*redis.Store{one, two}, sent: map[bff.IdempotencyKey]int{}}
	stop := make(chan struct{})
	var players sync.WaitGroup
	for player := range 8 {
		players.Go(func() { p.pay(t, player, stop) })
	}
	waitFor(t, "payments", func() bool { return len(p.since(time.Time{})) >= 100 })
	servers.Master.Kill()
	killed := time.Now()
	waitFor(t, "the sentinels fail over", servers.FailedOver)
	switched := time.Now()
	waitFor(t, "payments with the new master", func() bool { return len(p.since(switched)) >= 100 })
	close(stop)
	players.Wait()

	back := p.since(switched)[0].Sub(switched)
	assert.Less(t, back, time.Second)
	t.Logf("sentinels: %s, payments again after %s, payments: %d, losses: %d, %d", switched.Sub(killed), back,
		len(p.sent), one.Losses(), two.Losses())
	waitFor(t, "the records are written back", func() bool { return !one.Restoring() && !two.Restoring() })
	for k, n := range p.sent {
		assert.Equal(t, 1, n, "%s was sent %d times", k.Key, n)
		for _, s := range p.instances {
			waitFor(t, "the outcome of "+k.Key, func() bool {
				first, err := claim(t, s, k)
				require.False(t, first == nil && err == nil, "%s is forgotten", k.Key)
				return first != nil && string(first.Data) == string(paid.Data)
			})
		}
	}
	revoke(t, one, "login/a", now())
	waitFor(t, "the bus uses the new master", func() bool { return two.Revocations().Cached("login/a") })
	wrong := open(t, strings.NewReplacer("=secret", "=hunter2", "=30s", "=1s").Replace(servers.URL()), o)
	assert.ErrorContains(t, wrong.Ping(t.Context()), "WRONGPASS")
}
