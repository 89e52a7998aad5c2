package redis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// DefaultTimeout is how long any one question to Redis may take where the URL does not say.
const DefaultTimeout = 100 * time.Millisecond

// Options are a store's settings. Zero fields have the defaults they name.
type Options struct {
	Prefix string           // of every key, for houses that share a Redis; default "croupier"
	Lease  time.Duration    // how long a money call may be in flight; default two minutes
	Now    func() time.Time // default time.Now, and Redis's own clock for limits
	Log    *slog.Logger     // default none

	// Allowance gives the limit in force; a rule without one is not limited.
	Allowance func(brand string, rule bff.LimitRule) (bff.Allowance, bool)
	// Exempt tells visitors that are never limited.
	Exempt func(brand string, visitor netip.Addr) bool

	MaxRevocations int // marks remembered for when Redis is gone; default 1,000,000
}

func (o *Options) fill() {
	if o.Prefix == "" {
		o.Prefix = "croupier"
	}
	if o.Lease <= 0 {
		o.Lease = idempotency.DefaultLease
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Allowance == nil {
		o.Allowance = func(string, bff.LimitRule) (bff.Allowance, bool) { return bff.Allowance{}, false }
	}
	if o.Exempt == nil {
		o.Exempt = func(string, netip.Addr) bool { return false }
	}
	if o.MaxRevocations <= 0 {
		o.MaxRevocations = 1_000_000
	}
}

// address is what a Redis URL says.
type address struct {
	options *redis.Options
	cluster bool
	more    []string // further nodes of a cluster
	timeout time.Duration
}

// CheckURL tells why Open would refuse a URL. Nothing is asked of the Redis there.
func CheckURL(raw string) error {
	_, err := readURL(raw)
	return err
}

// readURL reads redis://, rediss:// and unix:// URLs as go-redis does, and of its own
// redis+cluster://, rediss+cluster://, ?cluster=true, ?addr=HOST:PORT for further nodes of
// a cluster, and ?timeout=250ms for what one question may take. Errors never show the URL,
// for it may hold a password.
func readURL(raw string) (*address, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("redis: the URL cannot be read")
	}
	a := &address{timeout: DefaultTimeout}
	u.Scheme, a.cluster = strings.CutSuffix(u.Scheme, "+cluster")
	q := u.Query()
	if v := q.Get("cluster"); v != "" {
		on, err := strconv.ParseBool(v)
		if err != nil {
			return nil, fmt.Errorf("redis: cluster=%q: want true or false", v)
		}
		a.cluster = a.cluster || on
	}
	if v := q.Get("timeout"); v != "" {
		if a.timeout, err = time.ParseDuration(v); err != nil || a.timeout <= 0 {
			return nil, fmt.Errorf("redis: timeout=%q: want a duration such as 100ms", v)
		}
	}
	a.more = q["addr"]
	for _, own := range []string{"cluster", "timeout", "addr"} {
		q.Del(own)
	}
	u.RawQuery = q.Encode()
	if a.options, err = redis.ParseURL(u.String()); err != nil {
		var whole *url.Error
		if errors.As(err, &whole) {
			err = errors.New("redis: the URL cannot be read")
		}
		return nil, err
	}
	if a.cluster && (a.options.DB != 0 || a.options.Network == "unix") {
		return nil, errors.New("redis: a cluster has no databases and no sockets")
	}
	return a, nil
}

// client makes the client. Each setting is there because its default was seen to harm: a
// question to an address that swallows packets took 101 seconds, a retry applied a count
// twice, and a claim was refused while it was held.
func (a *address) client() redis.UniversalClient {
	one := a.options
	one.DialTimeout, one.ReadTimeout, one.WriteTimeout, one.PoolTimeout = a.timeout, a.timeout, a.timeout, a.timeout
	one.ContextTimeoutEnabled = true
	one.MaxRetries = -1
	one.DialerRetries, one.DialerRetryTimeout = 1, time.Nanosecond
	one.DisableIdentity = true
	one.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	if !a.cluster {
		return redis.NewClient(one)
	}
	return redis.NewClusterClient(&redis.ClusterOptions{
		Addrs:    append([]string{one.Addr}, a.more...),
		Protocol: one.Protocol, Username: one.Username, Password: one.Password, TLSConfig: one.TLSConfig,
		DialTimeout: one.DialTimeout, ReadTimeout: one.ReadTimeout, WriteTimeout: one.WriteTimeout, PoolTimeout: one.PoolTimeout,
		PoolSize: one.PoolSize, MinIdleConns: one.MinIdleConns, ContextTimeoutEnabled: true,
		MaxRetries: -1, MinRetryBackoff: -1, MaxRetryBackoff: -1,
		DialerRetries: one.DialerRetries, DialerRetryTimeout: one.DialerRetryTimeout,
		DisableIdentity: true, MaintNotificationsConfig: one.MaintNotificationsConfig,
	})
}

// within bounds a question to Redis as a whole: a connection may have to be made first.
func (s *Store) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.timeout)
}
