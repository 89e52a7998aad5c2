package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"croupier/bff/mock/codec"
)

var encoding = codec.New(nil)

// EncodeState encodes the active scenarios and faults and the state of the random source.
func (a *Active) EncodeState() (json.RawMessage, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return encoding.Encode(a)
}

// DecodeState decodes what EncodeState has encoded and codec.Parse has read. at is the path
// that errors begin with, zone the time zone of the world's clock; every error is a
// *codec.FieldError.
func DecodeState(seed uint64, tree codec.Tree, at string, zone *time.Location) (*Active, error) {
	a := NewActive(seed)
	if err := encoding.Decode(tree, a, at, zone); err != nil {
		return nil, err
	}
	if len(a.switches) > maxSwitches || len(a.faults) > maxFaults {
		return nil, &codec.FieldError{Field: at, Problem: "has too many scenarios or faults"}
	}
	for i, s := range a.switches {
		if _, ok := ByName(s.Name); !ok {
			return nil, &codec.FieldError{Field: fmt.Sprintf("%s.switches[%d].Name", at, i), Problem: "unknown scenario"}
		}
	}
	for i, f := range a.faults {
		if f.Effect.Kind == Reply && f.Effect.Answer != nil {
			continue
		}
		if !slices.Contains(FaultKinds(), f.Effect.Kind) {
			return nil, &codec.FieldError{Field: fmt.Sprintf("%s.faults[%d].Effect.Kind", at, i), Problem: "unknown kind"}
		}
	}
	return a, nil
}
