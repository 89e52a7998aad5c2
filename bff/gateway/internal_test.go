package gateway

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"croupier/bff"
)

func TestParsedCallsCompareBytesWhenHashesCollide(t *testing.T) {
	p, scope := newParsedCalls(), &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}
	body := []byte(`{"api":{}}`)
	p.calls.Put(p.key(scope, body), &rememberedCall{body: []byte(`{"api":[]}`)})
	if p.find(scope, body) != nil {
		t.Error("the call of another body was found")
	}
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
			if !ok || !bytes.Equal(c.body, popular) {
				t.Fatalf("%s: a body in use was dropped after %d others", name, i)
			}
			if n := p.calls.Len(); n > 2*maxParsedCalls || n*size > 2*maxParsedBytes+size {
				t.Fatalf("%s: %d bodies", name, n)
			}
		}
	}
}

func TestServerSetsAllTimeouts(t *testing.T) {
	const longest = time.Minute
	s := NewServer(ServerOptions{Handler: http.NotFoundHandler(), LongestDeadline: longest}).http
	for name, d := range map[string]time.Duration{
		"ReadHeaderTimeout": s.ReadHeaderTimeout, "ReadTimeout": s.ReadTimeout, "IdleTimeout": s.IdleTimeout,
	} {
		if d <= 0 {
			t.Errorf("%s is not set", name)
		}
	}
	if s.WriteTimeout <= s.ReadTimeout+longest {
		t.Errorf("WriteTimeout %v would cut a call of %v whose body took its time", s.WriteTimeout, longest)
	}
	if s.MaxHeaderBytes <= 0 || s.ErrorLog == nil {
		t.Error("MaxHeaderBytes or ErrorLog is not set")
	}
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
		if got := retryAfter(c.reason); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
