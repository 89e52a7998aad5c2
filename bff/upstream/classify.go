package upstream

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Messages says what an upstream's message means (calls.md §1).
type Messages interface {
	ClassifyMessage(message string) (bff.KnownMessage, bool)
}

// Maintenance is told when the upstream itself says that a brand is under maintenance.
type Maintenance interface {
	ReportDetected(brand string)
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
func judge(next bff.Upstream, s Settings) stage {
	return func(ctx context.Context, _ *lane, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := next.Do(ctx, r)
		if a != nil {
			if known := settle(a, r.Brand, s.Messages); known.Maintenance {
				// The faults of a tester's own world say nothing about the brand.
				if s.Maintenance != nil && r.World == "" {
					s.Maintenance.ReportDetected(r.Brand.MaintenanceTarget(r.Call))
				}
				return nil, bff.ReasonMaintenance.WithRetryAfter(maintenanceRetryAfter)
			}
		}
		if err != nil {
			if s.Propagate500 {
				err = propagated(r.Rules.Kind, a, err)
			}
			return nil, err
		}
		return a, nil
	}
}

// propagated makes bff.ReasonUpstreamError of a failure that was an HTTP 500, with the
// upstream's own message where it had one. Of a money call the outcome is unknown, and the
// player must read what to do about that.
func propagated(kind bff.Kind, a *bff.Answer, err error) error {
	var status *bff.UpstreamStatus
	if !errors.As(err, &status) || status.Status != http.StatusInternalServerError {
		return err
	}
	told := bff.ReasonUpstreamError.WithCause(err)
	if kind == bff.KindMoney {
		return bff.OutcomeUnknown(told)
	}
	if a != nil && !a.Result {
		told.Message = a.Message
	}
	return told
}

// settle brings code and debug into the form that calls.md §1 promises, and tells what
// the answer's message means.
func settle(a *bff.Answer, brand *bff.Brand, messages Messages) bff.KnownMessage {
	if a.Result {
		a.Debug = ""
		if a.Code == 0 {
			a.Code = http.StatusOK
		}
		return bff.KnownMessage{}
	}
	if a.Code == 0 {
		a.Code = http.StatusBadRequest
	}
	if !stableWord.MatchString(a.Debug) {
		a.Debug = ""
	}
	known := meaning(a.Message, brand, messages)
	if a.Debug == "" {
		a.Debug = known.Debug
	}
	return known
}

// meaning tells what a message means: to the brand's own platform, or to any.
func meaning(message string, brand *bff.Brand, messages Messages) bff.KnownMessage {
	if known, ok := contract.NewMessageClassifier(brand, message); ok {
		return known
	}
	if messages == nil {
		return bff.KnownMessage{}
	}
	known, _ := messages.ClassifyMessage(message)
	return known
}
