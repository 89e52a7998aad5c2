package upstream

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/transport"
)

// Messages classifies upstream messages.
type Messages interface {
	ClassifyMessage(message string) (bff.KnownMessage, bool)
}

// Maintenance receives the maintenance that an upstream reports for a brand.
type Maintenance interface {
	ReportDetected(brand string)
}

// maintenanceRetryAfter is the Retry-After of detected maintenance. The probe that detects its end
// runs more often.
const maintenanceRetryAfter = 30 * time.Second

// debugPattern is the form of an upstream's debug that Croupier passes on. Another text may contain
// internals.
var debugPattern = regexp.MustCompile(`^[a-zA-Z0-9_ -]{1,64}$`)

// classify is the response classifier. If debug is empty, a known message of a failed call fills
// it. Maintenance becomes ReasonMaintenance and is reported for the brand.
func classify(next bff.Upstream, s Settings) stage {
	return func(ctx context.Context, _ *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if r.Attempts != nil {
			r.Attempts.Add(1)
		}
		a, err := next.Do(ctx, r)
		if a != nil && normalize(a, r.Brand, s.Messages).Maintenance {
			return nil, maintenance(a, r, s.Maintenance)
		}
		if err != nil {
			if s.Propagate500 {
				err = propagate500(r.Rules, a, err)
			}
			return nil, err
		}
		return a, nil
	}
}

// maintenance returns the reason of a refusal for maintenance. It reports the maintenance, except
// for testers.
func maintenance(a *bff.Answer, r *bff.UpstreamRequest, detected Maintenance) error {
	target := r.Brand.MaintenanceTarget(r.Call)
	if detected != nil && r.Partition.IsWhole() {
		detected.ReportDetected(target)
	}
	reason, delivery := bff.ReasonMaintenance, bff.DeliveryAnswered
	if target != r.Brand.ID {
		reason = bff.PartMaintenance(r.Rules.Part, "", nil)
	}
	if a.NoEffect {
		delivery = bff.DeliveryNoEffect
	}
	return reason.WithRetryAfter(maintenanceRetryAfter).WithDelivery(delivery)
}

// propagate500 returns bff.ReasonUpstreamError, with the upstream's message, for a session call
// that failed with HTTP 500. The failure of a guest's list must not block the page, and the outcome
// of a payment is unknown.
func propagate500(rules bff.Rules, a *bff.Answer, err error) error {
	if rules.Who == bff.WhoGuest || rules.Kind == bff.KindMoney {
		return err
	}
	var status *transport.StatusError
	if !errors.As(err, &status) || status.Status != http.StatusInternalServerError {
		return err
	}
	reason := bff.ReasonUpstreamError.WithCause(err)
	if a != nil && !a.Result {
		reason.Message = a.Message
	}
	return reason
}

// normalize brings code and debug into the form of the contract, and classifies the message.
func normalize(a *bff.Answer, brand *bff.Brand, messages Messages) bff.KnownMessage {
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
	if !debugPattern.MatchString(a.Debug) {
		a.Debug = ""
	}
	known := knownMessage(a.Message, brand, messages)
	if a.Debug == "" {
		a.Debug = known.Debug
	}
	return known
}

// knownMessage classifies a message, first by the messages of the brand.
func knownMessage(message string, brand *bff.Brand, messages Messages) bff.KnownMessage {
	if known, ok := contract.ClassifyBrandMessage(brand, message); ok {
		return known
	}
	if messages == nil {
		return bff.KnownMessage{}
	}
	known, _ := messages.ClassifyMessage(message)
	return known
}
