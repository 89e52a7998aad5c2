package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// discardLogger discards the log messages of go-redis, which would otherwise go to standard error
// and mix with the JSON lines there. Failures that matter are returned as errors.
type discardLogger struct{}

// Printf does nothing.
func (discardLogger) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(discardLogger{}) }
