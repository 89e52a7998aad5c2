package redis

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
)

// maxHeader is longer than every header of an entry, which has a time and a kid of at most 40 characters.
const maxHeader = 127

// entryHeader is the first line of a stored entry: "expiry kid".
type entryHeader struct {
	expiresAt int64  // Unix milliseconds
	kid       string // empty in entries of older versions
}

func encodeEntry(e bff.IndexedSession) string {
	return strconv.FormatInt(e.ExpiresAt.UnixMilli(), 10) + " " + e.Kid + "\n" + string(e.Sealed)
}

// decodeHeader decodes the first line of a value, which may be cut off after maxHeader.
func decodeHeader(value string) (h entryHeader, ok bool) {
	line, _, ok := strings.Cut(value, "\n")
	if !ok {
		return h, false
	}
	expiry, kid, _ := strings.Cut(line, " ")
	at, err := strconv.ParseInt(expiry, 10, 64)
	return entryHeader{at, kid}, err == nil
}

// Count returns the number of entries of each kid that are not idle; see bff.SessionIndex.
func (i *SessionIndex) Count(ctx context.Context, kids []string) ([]int, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	counts := make([]*redis.IntCmd, len(kids))
	now := strconv.FormatInt(i.store.options.Now().UnixMilli(), 10)
	_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for n, kid := range kids {
			counts[n] = p.ZCount(ctx, i.kidKey(kid), "("+now, "+inf")
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("redis: count session index: %w", err)
	}
	out := make([]int, len(kids))
	for n, count := range counts {
		out[n] = int(count.Val())
	}
	return out, nil
}
