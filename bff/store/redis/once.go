package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// onceCmd is a command that is never sent twice: a cluster's client would otherwise repeat
// after a timeout what Redis may have done already, MaxRetries or not.
type onceCmd struct{ *redis.Cmd }

// NoRetry stops the client's own repeats.
func (onceCmd) NoRetry() bool { return true }

// runOnce runs a script over one key, at most once.
func (s *Store) runOnce(ctx context.Context, script, key string, args ...any) (any, error) {
	cmd := onceCmd{redis.NewCmd(ctx, append([]any{"eval", script, 1, key}, args...)...)}
	if err := s.client.Process(ctx, cmd); err != nil {
		return nil, err
	}
	return cmd.Result()
}
