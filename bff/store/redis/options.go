package redis

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
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
	TLS    *tls.Config      // RootCAs and GetClientCertificate for rediss URLs

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
	options    *redis.Options // for sentinels, Addr is the address of a sentinel
	cluster    bool
	sentinels  *redis.FailoverOptions // master and credentials of sentinels; nil without sentinels
	extraNodes []string               // further nodes of a cluster, or further sentinels
	timeout    time.Duration
}

// CheckURL returns the error that Open would return for a URL. It does not connect to Redis.
func CheckURL(raw string) error {
	_, err := parseURL(raw)
	return err
}

// parseURL parses the URLs of go-redis. It also accepts the schemes redis+cluster and
// rediss+cluster and the parameters cluster=true, addr=HOST:PORT (more nodes or sentinels) and
// timeout=250ms. The schemes redis+sentinel and rediss+sentinel have the parameters master_name,
// sentinel_username and sentinel_password. Errors never contain the URL because it may contain
// passwords.
func parseURL(raw string) (*endpoint, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("redis: invalid URL")
	}
	if strings.Contains(u.Host, ",") {
		return nil, errors.New("redis: the URL has several hosts: use one, and add each other one as addr=HOST:PORT")
	}
	e := &endpoint{timeout: DefaultTimeout}
	u.Scheme, e.cluster = strings.CutSuffix(u.Scheme, "+cluster")
	q := u.Query()
	if scheme, ok := strings.CutSuffix(u.Scheme, "+sentinel"); ok {
		u.Scheme = scheme
		if err := e.parseSentinels(u, q); err != nil {
			return nil, err
		}
	}
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
	switch {
	case e.cluster && (e.options.DB != 0 || e.options.Network == "unix"):
		return nil, errors.New("redis: a cluster supports no databases and no unix sockets")
	case e.sentinels != nil && (e.cluster || e.options.Network == "unix"):
		return nil, errors.New("redis: sentinels support no clusters and no unix sockets")
	}
	return e, nil
}

// sentinelPort is the default port of sentinels.
const sentinelPort = "26379"

// parseSentinels reads the parameters of sentinels and removes them from q.
func (e *endpoint) parseSentinels(u *url.URL, q url.Values) error {
	e.sentinels = &redis.FailoverOptions{
		MasterName: q.Get("master_name"), SentinelUsername: q.Get("sentinel_username"),
		SentinelPassword: q.Get("sentinel_password"),
	}
	if e.sentinels.MasterName == "" {
		return errors.New("redis: master_name is missing: add ?master_name= with the name from sentinel.conf")
	}
	for _, name := range []string{"master_name", "sentinel_username", "sentinel_password"} {
		q.Del(name)
	}
	if u.Port() == "" {
		u.Host = net.JoinHostPort(u.Hostname(), sentinelPort)
	}
	for i, address := range q["addr"] {
		if _, _, err := net.SplitHostPort(address); err != nil {
			q["addr"][i] = net.JoinHostPort(strings.Trim(address, "[]"), sentinelPort)
		}
	}
	return nil
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
	if e.sentinels != nil {
		return e.newSentinelClient()
	}
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

// sentinelAttempts is the number of timeouts that a dial through sentinels may take: a sentinel that
// does not respond, a second attempt, and the other sentinels.
const sentinelAttempts = 4

// newSentinelClient returns a client that asks the sentinels for the master before each dial. When
// a sentinel announces another master, the client closes its connections to the previous one.
func (e *endpoint) newSentinelClient() redis.UniversalClient {
	o, s := e.options, *e.sentinels
	s.SentinelAddrs = append([]string{o.Addr}, e.extraNodes...)
	s.Protocol, s.Username, s.Password, s.DB, s.TLSConfig = o.Protocol, o.Username, o.Password, o.DB, o.TLSConfig
	if s.TLSConfig != nil {
		s.TLSConfig.ServerName = "" // the servers have other names than the first sentinel
	}
	s.DialTimeout = sentinelAttempts * e.timeout // a command does not wait longer than the timeout, see timeoutHook
	s.ReadTimeout, s.WriteTimeout, s.PoolTimeout = e.timeout, e.timeout, e.timeout
	s.PoolSize, s.MinIdleConns = o.PoolSize, o.MinIdleConns
	s.ContextTimeoutEnabled, s.MaxRetries, s.DisableIdentity = true, -1, true
	s.DialerRetries, s.DialerRetryTimeout = o.DialerRetries, o.DialerRetryTimeout
	client := redis.NewFailoverClient(&s)
	client.AddHook(sentinelHook{timeoutHook{e.timeout}})
	return client
}

// sentinelHook is a timeoutHook that also returns failed connections instead of errors. After as many
// failed dials as connections, a pool of go-redis dials only once per second. That would prolong
// each failover.
type sentinelHook struct{ timeoutHook }

// DialHook returns a failedConn instead of an error.
func (sentinelHook) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := next(ctx, network, addr)
		if err != nil {
			closed, _ := net.Pipe()
			return failedConn{closed, err}, nil
		}
		return conn, nil
	}
}

// failedConn is a connection that could not be established. Its use fails with the error of the
// dial.
type failedConn struct {
	net.Conn
	err error
}

// Read fails.
func (c failedConn) Read([]byte) (int, error) { return 0, c.err }

// Write fails.
func (c failedConn) Write([]byte) (int, error) { return 0, c.err }

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
