package gateway

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestParsedCallsCompareBytesWhenHashesCollide(t *testing.T) {
	p, scope := newParsedCalls(), &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}
	body := []byte(`{"api":{}}`)
	p.calls.Put(p.key(scope, body), &rememberedCall{body: []byte(`{"api":[]}`)})
	assert.Nil(t, p.find(scope, body), "the call of another body was found")
}

func TestParsedCallsAreBounded(t *testing.T) {
	scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}
	for name, size := range map[string]int{"many small bodies": 20, "long bodies": maxParsedBody} {
		p := newParsedCalls()
		popular := fmt.Appendf(nil, "%*d", size, -1)
		p.add(scope, &rememberedCall{body: popular})
		for i := range 3 * min(maxParsedCalls, maxParsedBytes/size) {
			p.add(scope, &rememberedCall{body: fmt.Appendf(nil, "%*d", size, i)})
			c, ok := p.calls.Get(p.key(scope, popular))
			require.True(t, ok && bytes.Equal(c.body, popular), "%s: a body in use was dropped after %d others", name, i)
			n := p.calls.Len()
			require.True(t, n <= 2*maxParsedCalls && n*size <= 2*maxParsedBytes+size, "%s: %d bodies", name, n)
		}
	}
}

func TestServerSetsAllTimeouts(t *testing.T) {
	const longest = time.Minute
	s := NewServer(ServerOptions{Handler: http.NotFoundHandler(), LongestDeadline: longest}).http
	for name, d := range map[string]time.Duration{
		"ReadHeaderTimeout": s.ReadHeaderTimeout, "ReadTimeout": s.ReadTimeout, "IdleTimeout": s.IdleTimeout,
	} {
		assert.True(t, d > 0, "%s is not set", name)
	}
	assert.True(t, s.WriteTimeout > s.ReadTimeout+longest,
		"WriteTimeout %v would cut a call of %v whose body took its time", s.WriteTimeout, longest)
	assert.True(t, s.MaxHeaderBytes > 0 && s.ErrorLog != nil, "MaxHeaderBytes or ErrorLog is not set")
}

func TestRetryAfterOfReasons(t *testing.T) {
	for _, c := range []struct {
		name   string
		reason *bff.Reason
		want   time.Duration
	}{
		{"a stage that names a time", bff.ReasonUnavailable.WithRetryAfter(5 * time.Second), 5 * time.Second},
		{"a stage that names none", bff.ReasonUnavailable, time.Second},
		{"an unknown outcome", bff.OutcomeUnknown(bff.ReasonUnavailable), 0},
		{"an unknown outcome whose cause is unavailable", bff.OutcomeUnknown(bff.ReasonUnavailable).WithCause(bff.ReasonUnavailable), 0},
		{"a timeout", bff.ReasonUpstreamTimeout, 0},
	} {
		assert.Equal(t, c.want, retryAfter(c.reason), c.name)
	}
}
