package bounded_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/bounded"
)

func TestRecentReturnsResultsOfEqualTextsOnly(t *testing.T) {
	r := bounded.NewRecent[string, int]()
	put := func(key, text string, value int) { r.Put(key, []byte(text), func([]byte) int { return value }) }
	get := func(key, text string) string {
		value, ok := r.Get(key, []byte(text))
		return fmt.Sprint(value, ok)
	}
	put("a", "text", 1)
	assert.Equal(t, "0 false", get("a", "text"), "seen once")
	put("a", "text", 2)
	assert.Equal(t, "2 true", get("a", "text"), "seen twice")
	assert.Equal(t, "0 false", get("b", "text"), "another key")
	assert.Equal(t, "0 false", get("a", "test"), "another text")
	long := strings.Repeat("x", 5<<10)
	put("a", long, 3)
	put("a", long, 3)
	assert.Equal(t, "0 false", get("a", long), "a long text")
	for i := range 1_000_000 { // each is seen once, and takes no place
		put("a", fmt.Sprint(i), i)
	}
	assert.Equal(t, "2 true", get("a", "text"), "after many other texts")
}

// A text may be a small part of a large answer, which must not stay in memory.
func TestRecentStoresCopies(t *testing.T) {
	r := bounded.NewRecent[string, []byte]()
	for range 2 {
		answer := []byte("text and more")
		r.Put("a", answer[:4], func(text []byte) []byte { return text })
		clear(answer)
	}
	value, ok := r.Get("a", []byte("text"))
	assert.True(t, ok)
	assert.Equal(t, "text", string(value))
}
