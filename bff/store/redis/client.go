package redis

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// noRetryCmd is a command that is never sent twice. The client of a cluster would otherwise repeat
// a command that timed out and that Redis may have executed, regardless of MaxRetries.
type noRetryCmd struct{ *redis.Cmd }

// NoRetry disables the retries of the client.
func (noRetryCmd) NoRetry() bool { return true }

// noRetryScripter is a redis.Scripter that sends each EVAL and EVALSHA at most once. redis.Script
// runs a script at most once with it: it sends EVAL only after Redis has refused EVALSHA with
// NOSCRIPT, without running the script.
type noRetryScripter struct{ redis.UniversalClient }

// Eval sends the source of a script.
func (s noRetryScripter) Eval(ctx context.Context, script string, keys []string, args ...any) *redis.Cmd {
	return s.send(ctx, "eval", script, keys, args)
}

// EvalSha sends the hash of a script.
func (s noRetryScripter) EvalSha(ctx context.Context, sha1 string, keys []string, args ...any) *redis.Cmd {
	return s.send(ctx, "evalsha", sha1, keys, args)
}

func (s noRetryScripter) send(ctx context.Context, command, script string, keys []string, args []any) *redis.Cmd {
	words := []any{command, script, len(keys)}
	for _, key := range keys {
		words = append(words, key)
	}
	cmd := redis.NewCmd(ctx, append(words, args...)...)
	if err := s.Process(ctx, noRetryCmd{cmd}); err != nil {
		cmd.SetErr(err)
	}
	return cmd
}

// runScript runs a script on one key, at most once.
func (s *Store) runScript(ctx context.Context, script *redis.Script, key string, args ...any) *redis.Cmd {
	return s.runScriptOn(ctx, script, []string{key}, args...)
}

// runScriptOn runs a script on several keys of one node, at most once.
func (s *Store) runScriptOn(ctx context.Context, script *redis.Script, keys []string, args ...any) *redis.Cmd {
	return script.Run(ctx, noRetryScripter{s.client}, keys, args...)
}

// scanCount is the number of keys or fields that Redis examines at once.
const scanCount = 1000

var globEscaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// eachKey calls fn with the keys that begin with prefix, a page at a time and in no order. A key may come twice. The
// nodes of a cluster are read concurrently.
func (s *Store) eachKey(ctx context.Context, prefix string, fn func(keys []string) error) error {
	read := func(ctx context.Context, node redis.Cmdable) error {
		return s.eachPage(ctx, func(ctx context.Context, cursor uint64) ([]string, uint64, error) {
			return node.Scan(ctx, cursor, globEscaper.Replace(prefix)+"*", scanCount).Result()
		}, fn)
	}
	if cluster, ok := s.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return read(ctx, node) })
	}
	return read(ctx, s.client)
}

// eachField calls fn with the fields and the values of a hash in turn, a page at a time and in no order. A field may
// come twice.
func (s *Store) eachField(ctx context.Context, hash string, fn func(pairs []string) error) error {
	return s.eachPage(ctx, func(ctx context.Context, cursor uint64) ([]string, uint64, error) {
		return s.client.HScan(ctx, hash, cursor, "", scanCount).Result()
	}, fn)
}

func (s *Store) eachPage(ctx context.Context, scan func(context.Context, uint64) ([]string, uint64, error), fn func([]string) error) error {
	for cursor := uint64(0); ; {
		bounded, cancel := s.withTimeout(ctx)
		page, next, err := scan(bounded, cursor)
		cancel()
		if err == nil {
			err = fn(page)
		}
		if cursor = next; err != nil || cursor == 0 {
			return err
		}
	}
}

// getAllOf is getAll for the keys of ids.
func (s *Store) getAllOf(ctx context.Context, ids []string, key func(id string) string) ([]string, error) {
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = key(id)
	}
	return s.getAll(ctx, keys)
}

// getAll returns the values of keys, read in one round trip to each node that has one of them. The value of an absent
// key is empty.
func (s *Store) getAll(ctx context.Context, keys []string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	ctx, cancel := s.withTimeout(ctx)
	defer cancel()
	cmds := make([]*redis.StringCmd, len(keys))
	_, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, key := range keys {
			cmds[i] = p.Get(ctx, key)
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, err
	}
	out := make([]string, len(keys))
	for i, cmd := range cmds {
		out[i] = cmd.Val()
	}
	return out, nil
}

// within runs an operation within the timeout. Its error names the operation.
func (s *Store) within(ctx context.Context, name string, operation func(context.Context) error) error {
	bounded, cancel := s.withTimeout(ctx)
	defer cancel()
	if err := operation(bounded); err != nil {
		return fmt.Errorf("redis: %s: %w", name, err)
	}
	return nil
}

// guard is within for an operation that a call of a player waits for. It goes through the circuit.
func (s *Store) guard(ctx context.Context, name string, operation func(context.Context) error) error {
	if !s.circuit.allow() {
		return fmt.Errorf("redis: %s: %w", name, errCircuitOpen)
	}
	err := s.within(ctx, name, operation)
	s.circuit.record(ctx, err)
	return err
}

// errCircuitOpen is returned without contacting Redis after an operation has timed out.
var errCircuitOpen = errors.New("skipped after a timeout")

// circuitRetryInterval is how long an open circuit refuses operations before it allows another one.
const circuitRetryInterval = time.Second

// circuit prevents callers that can do without Redis from waiting for it one after the other. A
// timeout opens the circuit; while it is open, one caller per circuitRetryInterval tries Redis and
// the others skip it. Failures that return immediately cost no time and leave it closed.
type circuit struct {
	now       func() time.Time
	openUntil atomic.Pointer[time.Time] // nil: closed
}

// allow reports whether the caller may contact Redis. If so, the caller must call record.
func (c *circuit) allow() bool {
	openUntil := c.openUntil.Load()
	if openUntil == nil {
		return true
	}
	now := c.now()
	next := now.Add(circuitRetryInterval)
	// A single caller retries; the circuit stays open for the others in the meantime.
	return !now.Before(*openUntil) && c.openUntil.CompareAndSwap(openUntil, &next)
}

// record opens or closes the circuit by the result of an operation. ctx is the context of the
// caller, without the timeout of the operation.
func (c *circuit) record(ctx context.Context, err error) {
	var network net.Error
	switch {
	case ctx.Err() != nil: // the caller's cancellation says nothing about Redis
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		until := c.now().Add(circuitRetryInterval)
		c.openUntil.Store(&until)
	default:
		c.openUntil.Store(nil)
	}
}
