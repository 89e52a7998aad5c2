package upstream

import (
	"context"
	"net/http"
	"regexp"
	"time"

	"croupier/bff"
)

// Messages says what an upstream's message means (calls.md §1); contract has one.
type Messages interface {
	Recognise(message string) (bff.Recognised, bool)
}

// Maintenance is told when the upstream itself says that a brand is under maintenance.
type Maintenance interface {
	Detected(brand string)
}

// maintenanceRetryAfter is what a player waits who met maintenance that only the upstream
// knows of; the probe that ends it runs more often.
const maintenanceRetryAfter = 30 * time.Second

// stableWord is what an upstream's own debug must look like to be passed on. Longer texts
// and anything with punctuation may be its internals, which debug never carries.
var stableWord = regexp.MustCompile(`^[a-zA-Z0-9_ -]{1,64}$`)

// judge reads what the adapter brought back. A recognised message of a failed call fills
// debug where the upstream left it empty, so that a session that has ended upstream is
// told as "anonymous user"; maintenance becomes ReasonMaintenance, and is noted for the
// brand. Everything else passes with the upstream's own message and code.
func judge(next bff.Upstream, messages Messages, maintenance Maintenance) bff.Upstream {
	return bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := next.Do(ctx, r)
		if a == nil {
			return nil, err
		}
		known := settle(a, messages)
		if known.Maintenance {
			// The faults of a tester's own world say nothing about the brand.
			if maintenance != nil && r.World == "" {
				maintenance.Detected(r.Brand.ID)
			}
			return nil, bff.ReasonMaintenance.After(maintenanceRetryAfter)
		}
		if err != nil {
			return nil, err
		}
		return a, nil
	})
}

// settle brings code and debug into the form that calls.md §1 promises, and tells what
// the answer's message means.
func settle(a *bff.Answer, messages Messages) bff.Recognised {
	if a.Result {
		a.Debug = ""
		if a.Code == 0 {
			a.Code = http.StatusOK
		}
		return bff.Recognised{}
	}
	if a.Code == 0 {
		a.Code = http.StatusBadRequest
	}
	if !stableWord.MatchString(a.Debug) {
		a.Debug = ""
	}
	if messages == nil {
		return bff.Recognised{}
	}
	known, ok := messages.Recognise(a.Message)
	if ok && a.Debug == "" {
		a.Debug = known.Debug
	}
	return known
}
