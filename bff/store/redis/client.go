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

	"croupier/bff/internal/lists"
)

// noRetryCmd is a command that a cluster client does not repeat after a timeout.
type noRetryCmd struct{ *redis.Cmd }

// NoRetry disables the retries of the client.
func (noRetryCmd) NoRetry() bool { return true }

// noRetryScripter sends each EVAL and EVALSHA at most once.
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

// runScript runs a script on a key. It sends the script at most once.
func (s *Store) runScript(ctx context.Context, script *redis.Script, key string, args ...any) *redis.Cmd {
	return s.runScriptOn(ctx, script, []string{key}, args...)
}

// runScriptOn runs a script on keys of one node. It sends the script at most once.
func (s *Store) runScriptOn(ctx context.Context, script *redis.Script, keys []string, args ...any) *redis.Cmd {
	return script.Run(ctx, noRetryScripter{s.client}, keys, args...)
}

// scanCount is the number of keys or fields that Redis examines per SCAN.
const scanCount = 1000

var globEscaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// eachKey calls fn with pages of the keys that begin with prefix, without the prefix. A key may
// come twice. It reads the nodes of a cluster concurrently.
func (s *Store) eachKey(ctx context.Context, prefix string, fn func(keys []string) error) error {
	read := func(ctx context.Context, node *redis.Client) error {
		return eachPage(func(cursor uint64) *redis.ScanCmd {
			return node.Scan(ctx, cursor, globEscaper.Replace(prefix)+"*", scanCount)
		}, func(keys []string) error {
			for i := range keys {
				keys[i] = strings.TrimPrefix(keys[i], prefix)
			}
			return fn(keys)
		})
	}
	if cluster, ok := s.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, read)
	}
	return read(ctx, s.client.(*redis.Client)) //nolint:forcetypeassert // see newClient
}

// eachPage calls fn with the pages of a scan, in random order. An element may come twice.
func eachPage(scan func(cursor uint64) *redis.ScanCmd, fn func(page []string) error) error {
	for cursor := uint64(0); ; {
		page, next, err := scan(cursor).Result()
		if err == nil {
			err = fn(page)
		}
		if cursor = next; err != nil || cursor == 0 {
			return err
		}
	}
}

// pipelined sends the commands of fn in one pipeline and returns them. It fails with the error of
// the first failed command. An absent value is not an error.
func (s *Store) pipelined(ctx context.Context, fn func(redis.Pipeliner)) ([]redis.Cmder, error) {
	cmds, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		fn(p)
		return nil
	})
	for i := 0; i < len(cmds) && (err == nil || errors.Is(err, redis.Nil)); i++ {
		err = cmds[i].Err()
	}
	if errors.Is(err, redis.Nil) {
		err = nil // the last value is absent
	}
	return cmds, err
}

// getAll returns the values of keys, empty for absent ones, in one round trip to each node.
func (s *Store) getAll(ctx context.Context, keys []string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	cmds, err := s.pipelined(ctx, func(p redis.Pipeliner) {
		for _, key := range keys {
			p.Get(ctx, key)
		}
	})
	if err != nil {
		return nil, err
	}
	return lists.Map(cmds, func(cmd redis.Cmder) string {
		return cmd.(*redis.StringCmd).Val() //nolint:forcetypeassert // see above
	}), nil
}

// getAllOf calls getAll with the keys of ids.
func (s *Store) getAllOf(ctx context.Context, ids []string, key func(id string) string) ([]string, error) {
	return s.getAll(ctx, lists.Map(ids, key))
}

// named adds the failed operation to an error.
func named(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("redis: could not %s: %w", operation, err)
}

// guard runs an operation for which a player waits, through the circuit and with the timeout.
func (s *Store) guard(ctx context.Context, name string, operation func(context.Context) error) error {
	if !s.circuit.allow() {
		return named(name, errCircuitOpen)
	}
	bounded, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	err := operation(bounded)
	s.circuit.record(ctx, err)
	return named(name, err)
}

var errCircuitOpen = errors.New("skipped because Redis timed out a moment ago")

// circuitRetryInterval is the time between two operations that an open circuit allows.
const circuitRetryInterval = time.Second

// circuit prevents callers from waiting for Redis one after the other. A timeout opens it. Then one
// caller per circuitRetryInterval tries Redis. Immediate failures do not open it.
type circuit struct {
	now       func() time.Time
	openUntil atomic.Int64 // Unix nanoseconds, 0 if closed
}

// allow reports whether the caller may contact Redis. If so, the caller must call record.
func (c *circuit) allow() bool {
	until, now := c.openUntil.Load(), c.now()
	// A single caller retries. Meanwhile the circuit remains open for other callers.
	return until == 0 ||
		now.UnixNano() >= until && c.openUntil.CompareAndSwap(until, now.Add(circuitRetryInterval).UnixNano())
}

// record opens or closes the circuit after an operation. ctx is the caller's context.
func (c *circuit) record(ctx context.Context, err error) {
	var network net.Error
	switch {
	case ctx.Err() != nil: // a cancelled caller is not a failure of Redis
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		c.openUntil.Store(c.now().Add(circuitRetryInterval).UnixNano())
	default:
		c.openUntil.Store(0)
	}
}
