package redis

import (
	"cmp"
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
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/internal/idempotency"
)

// DefaultTimeout is the timeout of one command if the URL sets no timeout.
const DefaultTimeout = 100 * time.Millisecond

// Options are the settings of a Store.
type Options struct {
	Prefix string           // prefix of every key, for deployments that share a Redis, default "croupier"
	Lease  time.Duration    // maximum duration of a money call, default 2 minutes
	Now    func() time.Time // default time.Now, but the limiter uses the clock of Redis by default
	Log    *slog.Logger     // default none
	Mirror Mirror           // this instance's copy of important data, default in memory

	// IndexKey hashes identities, the same on all instances. Only Records and AuditStore work
	// without.
	IndexKey *indexkey.Key

	// Allowance returns the active limit, if any. nil means no limits.
	Allowance func(brand string, rule bff.LimitRule) (bff.Allowance, bool)
	// Exempt reports whether a visitor has no limits by address. nil exempts nobody.
	Exempt func(brand string, visitor netip.Addr) bool

	MaxRevocations int // maximum number of cached revocations, default 1,000,000
}

func (o *Options) setDefaults() {
	o.Prefix = cmp.Or(o.Prefix, "croupier")
	o.Lease = cmp.Or(o.Lease, idempotency.DefaultLease)
	o.MaxRevocations = cmp.Or(o.MaxRevocations, 1_000_000)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Mirror == nil {
		o.Mirror = newMemoryMirror(o.Now)
	}
}

type endpoint struct {
	options    *redis.Options
	cluster    bool
	extraNodes []string // further nodes of a cluster
	timeout    time.Duration
}

// CheckURL returns the error that Open would return for a URL. It does not connect to Redis.
func CheckURL(raw string) error {
	_, err := parseURL(raw)
	return err
}

// parseURL parses the URLs of go-redis. It also accepts the schemes redis+cluster and
// rediss+cluster and the parameters cluster=true, addr=HOST:PORT (more nodes of a cluster) and
// timeout=250ms. Errors never contain the URL because it may contain a password.
func parseURL(raw string) (*endpoint, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("redis: invalid URL")
	}
	e := &endpoint{timeout: DefaultTimeout}
	u.Scheme, e.cluster = strings.CutSuffix(u.Scheme, "+cluster")
	q := u.Query()
	if v := q.Get("cluster"); v != "" {
		on, err := strconv.ParseBool(v)
		if err != nil {
			return nil, fmt.Errorf("redis: cluster=%q: want true or false", v)
		}
		e.cluster = e.cluster || on
	}
	if v := q.Get("timeout"); v != "" {
		if e.timeout, err = time.ParseDuration(v); err != nil || e.timeout <= 0 {
			return nil, fmt.Errorf("redis: timeout=%q: want a duration such as 100ms", v)
		}
	}
	e.extraNodes = q["addr"]
	for _, name := range []string{"cluster", "timeout", "addr"} { // unknown to go-redis
		q.Del(name)
	}
	u.RawQuery = q.Encode()
	if e.options, err = redis.ParseURL(u.String()); err != nil {
		var withURL *url.Error
		if errors.As(err, &withURL) {
			err = errors.New("redis: invalid URL")
		}
		return nil, err
	}
	if e.cluster && (e.options.DB != 0 || e.options.Network == "unix") {
		return nil, errors.New("redis: a cluster supports no databases and no unix sockets")
	}
	return e, nil
}

// newClient returns a client without retries and with short timeouts. With go-redis's defaults, an
// operation took 101 seconds, and a repeated command counted twice or refused a claim.
func (e *endpoint) newClient() redis.UniversalClient {
	o := e.options
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = e.timeout, e.timeout, e.timeout, e.timeout
	o.ContextTimeoutEnabled = true
	o.MaxRetries = -1
	o.DialerRetries, o.DialerRetryTimeout = 1, time.Nanosecond
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	if !e.cluster {
		client := redis.NewClient(o)
		client.AddHook(timeoutHook{e.timeout})
		return client
	}
	cluster := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: append([]string{o.Addr}, e.extraNodes...), Protocol: o.Protocol, Username: o.Username,
		Password: o.Password, TLSConfig: o.TLSConfig, DialTimeout: o.DialTimeout, ReadTimeout: o.ReadTimeout,
		WriteTimeout: o.WriteTimeout, PoolTimeout: o.PoolTimeout, PoolSize: o.PoolSize, MinIdleConns: o.MinIdleConns,
		ContextTimeoutEnabled: true, MaxRetries: -1, MinRetryBackoff: -1, MaxRetryBackoff: -1,
		DialerRetries: o.DialerRetries, DialerRetryTimeout: o.DialerRetryTimeout, DisableIdentity: true,
		MaintNotificationsConfig: o.MaintNotificationsConfig,
	})
	cluster.OnNewNode(func(node *redis.Client) { node.AddHook(timeoutHook{e.timeout}) })
	cluster.AddHook(timeoutHook{e.timeout})
	return cluster
}

// timeoutHook applies the timeout to each command and pipeline, including the time to connect.
type timeoutHook struct{ timeout time.Duration }

// DialHook changes nothing.
func (timeoutHook) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook applies the timeout to a command.
func (h timeoutHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, h.timeout)
		defer cancel()
		return next(ctx, cmd)
	}
}

// ProcessPipelineHook applies the timeout to a pipeline.
func (h timeoutHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, h.timeout)
		defer cancel()
		return next(ctx, cmds)
	}
}

// discardLogger discards logs of go-redis, which also returns failures as errors.
type discardLogger struct{}

func (discardLogger) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(discardLogger{}) }
