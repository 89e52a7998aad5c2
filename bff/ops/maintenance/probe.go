package maintenance

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"croupier/bff"
)

// Catalogue is the part of the contract that a probe needs; package contract implements it.
type Catalogue interface {
	Lookup(class, method string) (*bff.Call, bool)
	Complete(call *bff.Call, data map[string]any, defaultLang string) map[string]any
	Resolve(call *bff.Call, data map[string]any) bff.Rules
}

// NewProbe returns a probe that calls maintenance/check_status of a brand's platform. A brand
// that brandByID does not know has left the configuration and is reported as open.
func NewProbe(calls Catalogue, upstream bff.Upstream, brandByID func(id string) (*bff.Brand, bool)) func(context.Context, string) ProbeResult {
	return func(ctx context.Context, id string) ProbeResult {
		b, ok := brandByID(id)
		if !ok {
			return ProbeOpen
		}
		call, ok := calls.Lookup("maintenance", "check_status")
		if !ok {
			return ProbeUnknown
		}
		data := calls.Complete(call, map[string]any{}, b.DefaultLang())
		a, err := upstream.Do(ctx, &bff.UpstreamRequest{
			RequestID: "probe", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: b.DefaultLang(),
		})
		return resultOf(a, err)
	}
}

// closedCodes are the codes with which result=false of check_status means maintenance
// (specification §7). Other codes refuse the call itself, for example as unknown.
var closedCodes = []int{http.StatusOK, http.StatusBadRequest, http.StatusServiceUnavailable}

// resultOf interprets a platform's answer to check_status.
func resultOf(a *bff.Answer, err error) ProbeResult {
	switch {
	case errors.Is(err, bff.ReasonMaintenance), errors.Is(err, bff.ReasonPartMaintenance):
		return ProbeClosed
	case err != nil:
		return ProbeUnknown
	case a.Result:
		return ProbeOpen
	case slices.Contains(closedCodes, a.Code):
		return ProbeClosed
	}
	return ProbeUnknown
}
