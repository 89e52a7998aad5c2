package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// quiet keeps the client's own remarks off the process's standard error, which is a log of
// JSON lines. What matters comes back as an error.
type quiet struct{}

// Printf says nothing.
func (quiet) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(quiet{}) }
