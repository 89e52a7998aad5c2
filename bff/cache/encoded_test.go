package cache

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// long returns an answer large enough to be compressed.
func long(mark string) *bff.Answer {
	return &bff.Answer{
		Result: true, Message: `","data":` + mark, Code: 200, Pagination: &bff.Pagination{Limit: 48, Total: 312},
		Data: []byte(`["` + strings.Repeat("Çılgın Zarlar ", 200) + mark + `"]`),
	}
}

// opened returns the decoded bytes of a body.
func opened(t *testing.T, b *bff.EncodedBody) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(b.Bytes)
	switch strings.Join(b.Encoding, ",") {
	case "gzip":
		z, err := gzip.NewReader(r)
		require.NoError(t, err)
		r = z
	case "br":
		r = brotli.NewReader(r)
	}
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(all)
}

func TestEveryEncodingDecodesToTheSameEnvelope(t *testing.T) {
	f := newFixture(t, Settings{})
	want := long("x")
	f.do = answerWith(want)
	for _, state := range []bff.CacheState{bff.CacheMiss, bff.CacheHit} {
		got, err := f.Cache.Do(t.Context(), request(), f)
		require.True(t, err == nil && got.State == state && got.Encoded != nil, "%+v, %v", got, err)
		assert.True(t, string(got.Answer.Data) == string(want.Data) && got.Answer.Message == want.Message,
			"%s: data %.40s", state, got.Answer.Data)
		for accept, encoding := range map[string]string{"": "", "gzip": "gzip", "br, gzip": "br"} {
			b := got.Encoded.Variant(accept)
			assert.True(t, strings.Join(b.Encoding, ",") == encoding && opened(t, b) == string(want.Append(nil)),
				"%s %q: encoding %q", state, accept, b.Encoding)
			if encoding != "" && len(b.Bytes) > len(want.Data)/4 {
				t.Errorf("%q: %d of %d bytes", accept, len(b.Bytes), len(want.Data))
			}
		}
	}
}

func TestEncodingIsMadeOnce(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = answerWith(long("x"))
	first, _ := f.Cache.Do(t.Context(), request(), f)
	var all sync.WaitGroup
	bodies := make([]*bff.EncodedBody, 50)
	for i := range bodies {
		all.Go(func() {
			got, _ := f.Cache.Do(t.Context(), request(), f)
			bodies[i] = got.Encoded.Variant("br")
		})
	}
	all.Wait()
	for _, b := range bodies {
		require.True(t, b == first.Encoded.Variant("br"), "an encoding was made again")
	}
}

func TestSmallOrIncompressibleBodiesStayPlain(t *testing.T) {
	at := time.Unix(0, 0)
	b := entryOf("short", 500, at).Variant("br")
	assert.Nil(t, b.Encoding, "%d bytes are %q", len(b.Bytes), b.Encoding)
	noise := make([]byte, 2000)
	for i, state := 0, uint32(1); i < len(noise); i++ {
		state = state*1664525 + 1013904223
		noise[i] = byte(state >> 24)
	}
	var r encodedAnswer
	r.init(noise, func(n int) { t.Errorf("grew by %d", n) })
	b = r.Variant("gzip")
	assert.Nil(t, b.Encoding, "noise is %q", b.Encoding)
}

func TestEncodingsCountTowardsMaxBytes(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = answerWith(long("x"))
	got, _ := f.Cache.Do(t.Context(), request(), f)
	_, before := f.Size()
	small := got.Encoded.Variant("gzip")
	_, after := f.Size()
	assert.Equal(t, before+int64(len(small.Bytes)), after, "%d bytes before, %d after %d more", before, after, len(small.Bytes))
	f.purged(t, "", "")
	got.Encoded.Variant("br") // of an entry that is no longer kept
	_, after = f.Size()
	assert.EqualValues(t, 0, after, "%d bytes of nothing", after)
}

// go-cache returns the stored pointer itself to every caller, and the data of an answer is a slice of the
// whole upstream body.
func TestCallersCannotModifyTheEntry(t *testing.T) {
	f := newFixture(t, Settings{})
	upstreams := long("x")
	f.do = answerWith(upstreams)
	want := string(long("x").Append(nil))
	for range 3 {
		got, err := f.Cache.Do(t.Context(), request(), f)
		require.NoError(t, err)
		body := string(got.Answer.Append(nil))
		assert.True(t, body == want && opened(t, got.Encoded.Variant("gzip")) == want, "a caller got %.60s", body)
		*got.Answer = bff.Answer{Message: "mine", Code: 500}
		copy(upstreams.Data, strings.Repeat("!", len(upstreams.Data)))
	}
}
