package upstream

import (
	"context"
	"encoding/json"
	"fmt"

	"croupier/bff"
	"croupier/bff/contract"
)

// ContractSettings configure the validation of answers. The zero value disables it.
type ContractSettings struct {
	Checker    ContractChecker
	Overrides  contract.Overrides // deviations of this upstream that are accepted
	Deviations Deviations         // receives the others; may be nil
}

// ContractChecker validates answers; package contract implements it.
type ContractChecker interface {
	Violations(call *bff.Call, data json.RawMessage, accepted map[string]contract.Override) []bff.Violation
	ReadableData(call *bff.Call, data json.RawMessage) bool
}

// Deviations receives the violations of an answer.
type Deviations interface {
	Observe(ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation)
}

// emptyList is served for data that an override of bff.RootPath allows to be null.
const emptyList = "[]"

// checkContract observes the deviations of every answer and validates the data of successful ones. A violation is observed, and refused
// as ReasonBadUpstreamAnswer where the call is enforced, or where data has a JSON type that the site
// cannot read. A money call is never refused: an answered payment stays answered.
func checkContract(next stage, upstream string, s ContractSettings) stage {
	if s.Checker == nil {
		return next
	}
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := next(ctx, c, r)
		if a != nil && len(a.Deviations) > 0 && s.Deviations != nil {
			s.Deviations.Observe(ctx, r, upstream, a.Deviations)
		}
		if err != nil || !a.Result || r.Call.Local {
			return a, err
		}
		accepted := s.Overrides[r.Call.Name()]
		if isNull(a.Data) && accepted[bff.RootPath].Nullable {
			a.Data = json.RawMessage(emptyList)
		}
		found := s.Checker.Violations(r.Call, a.Data, accepted)
		if len(found) == 0 {
			return a, nil
		}
		if s.Deviations != nil {
			s.Deviations.Observe(ctx, r, upstream, found)
		}
		if r.Rules.Kind == bff.KindMoney || s.Checker.ReadableData(r.Call, a.Data) && contractMode(r) == bff.ContractObserve {
			return a, nil
		}
		v := found[0]
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(fmt.Errorf("data violates the contract: %s is %s; want %s", v.Path, v.Got, v.Want))
	}
}

func isNull(data json.RawMessage) bool { return len(data) == 0 || string(data) == "null" }

// contractMode returns the mode of a call: the brand's, or that of the contract.
func contractMode(r *bff.UpstreamRequest) bff.ContractMode {
	if own, ok := r.Brand.Contract[r.Call.Name()]; ok {
		return own
	}
	if r.Rules.Contract == bff.ContractEnforce {
		return bff.ContractEnforce
	}
	return bff.ContractObserve
}
