package redis

import (
	"context"

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
