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

// checkedEvery is how many answers of a call pass for one that is held against the
// contract: checking a long list costs many times what answering it does.
const checkedEvery = 100

// drift holds answers against the contract, so that the casino cannot leave it without a
// line in the log: of every call the first answer, then one of checkedEvery.
type drift struct {
	contract *contract.Catalogue
	log      *slog.Logger
	given    map[string]*atomic.Uint64 // answers by call
}

func newDrift(o Options, registry map[string]calls.Func) *drift {
	d := &drift{contract: o.Contract, log: o.Log, given: map[string]*atomic.Uint64{}}
	for call := range registry {
		d.given[call] = &atomic.Uint64{}
	}
	return d
}

func (d *drift) check(call string, a *bff.Answer) {
	if d.contract == nil || !a.Result || (d.given[call].Add(1)-1)%checkedEvery != 0 {
		return
	}
	if err := d.broken(call, a.Data); err != nil {
		d.log.Error("mock: an answer breaks the contract", slog.String("call", call), slog.Any("err", err))
	}
}

func (d *drift) broken(call string, raw json.RawMessage) error {
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
