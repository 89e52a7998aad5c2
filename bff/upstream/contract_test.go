package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/contract"
)

// deviates is a ContractChecker for which everything but null deviates, and only lists are readable.
type deviates struct{}

func (deviates) Violations(_ *bff.Call, data json.RawMessage, _ map[string]contract.Override) []bff.Violation {
	if isNull(data) {
		return nil
	}
	return []bff.Violation{{Path: "$[*].name", Got: "null", Want: "string"}}
}

func (deviates) ReadableData(_ *bff.Call, data json.RawMessage) bool {
	return isNull(data) || data[0] == '['
}

// counter counts observed answers by upstream.
type counter map[string]int

func (c counter) Observe(_ context.Context, _ *bff.UpstreamRequest, upstream string, _ []bff.Violation) {
	c[upstream]++
}

func TestContractModes(t *testing.T) {
	for _, row := range []struct {
		name     string
		data     string
		change   func(r *bff.UpstreamRequest)
		refused  bool
		observed int
	}{
		{"a valid answer", "null", func(*bff.UpstreamRequest) {}, false, 0},
		{"observed by default", "[]", func(*bff.UpstreamRequest) {}, false, 1},
		{"of another type", "{}", func(*bff.UpstreamRequest) {}, true, 1},
		{"enforced by the contract", "[]", func(r *bff.UpstreamRequest) { r.Rules.Contract = bff.ContractEnforce }, true, 1},
		{"enforced by the brand", "[]", func(r *bff.UpstreamRequest) {
			r.Brand.Contract = map[string]bff.ContractMode{"casino/some_method": bff.ContractEnforce}
		}, true, 1},
		{"enforced for another call", "[]", func(r *bff.UpstreamRequest) {
			r.Brand.Contract = map[string]bff.ContractMode{"casino/another": bff.ContractEnforce}
		}, false, 1},
		{"observed by the brand though the contract enforces it", "[]", func(r *bff.UpstreamRequest) {
			r.Rules.Contract = bff.ContractEnforce
			r.Brand.Contract = map[string]bff.ContractMode{"casino/some_method": bff.ContractObserve}
		}, false, 1},
		{"money of another type", "{}", func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindMoney }, false, 1},
		{"enforced money", "[]", func(r *bff.UpstreamRequest) {
			r.Rules.Kind, r.Rules.Contract = bff.KindMoney, bff.ContractEnforce
		}, false, 1},
		{"a refusal, whose data is not checked", `"x"`, func(*bff.UpstreamRequest) {}, false, 0},
		{"a local call, which only the prober sends", "{}", func(r *bff.UpstreamRequest) { r.Call.Local = true }, false, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			observed := counter{}
			adapter := answering(&bff.Answer{Result: row.data != `"x"`, Data: json.RawMessage(row.data)}, nil)
			chain := NewChain(adapter, Settings{Name: "platform", Contract: ContractSettings{Checker: deviates{}, Deviations: observed}})
			r := request("casino", bff.KindRead)
			row.change(r)
			a, err := chain.Do(t.Context(), r)
			refused := errors.Is(err, bff.ReasonBadUpstreamAnswer)
			assert.True(t, refused == row.refused && refused != (a != nil), "got %+v, %v", a, err)
			assert.Equal(t, row.observed, observed["platform"], "observed %v", observed)
		})
	}
}
