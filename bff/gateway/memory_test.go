package gateway

import (
	"bytes"
	"fmt"
	"testing"

	"croupier/bff"
)

func TestBytesDecideWhereHashesAgree(t *testing.T) {
	m, scope := newMemory(), &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}
	body := []byte(`{"api":{}}`)
	m.put(m.key(scope, body), &question{body: []byte(`{"api":[]}`)})
	if m.find(scope, body) != nil {
		t.Error("another body's question was found")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}
	for name, size := range map[string]int{"many small": 20, "long": longestAsked} {
		m := newMemory()
		popular := []byte(fmt.Sprintf("%*d", size, -1))
		m.put(m.key(scope, popular), &question{body: popular})
		for i := range 5 * mostAsked {
			body := []byte(fmt.Sprintf("%*d", size, i))
			m.put(m.key(scope, body), &question{body: body})
			if q := m.find(scope, popular); q == nil || !bytes.Equal(q.body, popular) {
				t.Fatalf("%s: what is asked all the time was forgotten after %d others", name, i)
			}
		}
		held := 0
		for _, generation := range []map[bodyKey]*question{m.young, m.old} {
			for _, q := range generation {
				held += len(q.body)
			}
		}
		if n := len(m.young) + len(m.old); n > 2*mostAsked || held > 2*mostAskedBytes || m.bytes > mostAskedBytes {
			t.Errorf("%s: %d bodies, %d bytes", name, n, held)
		}
	}
}
