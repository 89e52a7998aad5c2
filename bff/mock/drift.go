package mock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/calls"
)

// checkInterval is the number of responses of a call per checked one: checking a long list
// takes many times longer than making it.
const checkInterval = 100

// drift checks responses against the contract and logs violations: of every call the first
// response, then one of checkInterval.
type drift struct {
	contract *contract.Catalogue
	log      *slog.Logger
	counts   map[string]*atomic.Uint64 // responses by call
}

func newDrift(o Options, registry map[string]calls.Func) *drift {
	d := &drift{contract: o.Contract, log: o.Log, counts: map[string]*atomic.Uint64{}}
	for call := range registry {
		d.counts[call] = &atomic.Uint64{}
	}
	return d
}

func (d *drift) check(call string, a *bff.Answer) {
	if d.contract == nil || !a.Result || (d.counts[call].Add(1)-1)%checkInterval != 0 {
		return
	}
	if err := d.violation(call, a.Data); err != nil {
		d.log.Error("mock: response violates the contract", slog.String("call", call), slog.Any("err", err))
	}
}

func (d *drift) violation(call string, raw json.RawMessage) error {
	class, method, _ := strings.Cut(call, "/")
	known, ok := d.contract.Lookup(class, method)
	if !ok {
		return fmt.Errorf("the contract has no %s", call)
	}
	if len(raw) == 0 {
		return d.contract.CheckAnswer(known, nil)
	}
	var data any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&data); err != nil {
		return fmt.Errorf("answer of %s: %w", call, err)
	}
	return d.contract.CheckAnswer(known, data)
}
