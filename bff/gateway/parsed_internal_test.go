package gateway

import (
	"bytes"
	"fmt"
	"testing"

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
		for i := range 3 * maxParsedCalls {
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
