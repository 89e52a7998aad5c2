package calls

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"

	"croupier/bff/mock/world"
)

// once answers a money call by its Idempotency-Key (calls.md §5): a repeat is given what the
// first was, and moves nothing. The language is no part of what was asked, see the BFF's.
func once(call string, f func(*Request, *world.Player) (Reply, error)) func(*Request, *world.Player) (Reply, error) {
	return func(r *Request, p *world.Player) (Reply, error) {
		asked := maps.Clone(map[string]any(r.Data))
		delete(asked, "Lang")
		body, err := json.Marshal(asked)
		if err != nil {
			return Reply{}, fmt.Errorf("calls: %s: %w", call, err)
		}
		sum := sha256.Sum256(append([]byte(call), body...))
		raw, err := p.Once(r.Key, hex.EncodeToString(sum[:]), func() ([]byte, error) {
			reply, err := f(r, p)
			if err != nil {
				return nil, err
			}
			return keep(reply)
		})
		if err != nil {
			return Reply{}, err
		}
		return kept(raw)
	}
}

// memory is a reply as it is kept; money calls have no pages.
type memory struct {
	Data    json.RawMessage `json:"data"`
	Message string          `json:"message"`
}

func keep(reply Reply) ([]byte, error) {
	data, err := json.Marshal(reply.Data)
	if err != nil {
		return nil, fmt.Errorf("calls: %w", err)
	}
	return json.Marshal(memory{data, reply.Message})
}

func kept(raw []byte) (Reply, error) {
	var m memory
	if err := json.Unmarshal(raw, &m); err != nil {
		return Reply{}, fmt.Errorf("calls: %w", err)
	}
	return Reply{Data: m.Data, Message: m.Message}, nil
}
