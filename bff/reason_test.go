package bff_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestReasonsAreDistinct(t *testing.T) {
	reasons := bff.Reasons()
	for i, r := range reasons {
		for j, other := range reasons {
			assert.Equal(t, i == j, errors.Is(r, other), "%v is %v: %v", r, other, i != j)
		}
		assert.True(t, r.Key != "" && r.Debug != "" && r.Status >= 400, "row %+v", r)
	}
}

func TestReasonCopiesKeepTheirKind(t *testing.T) {
	cause := errors.New("dial refused")
	r := bff.ReasonUnavailable.WithCause(cause).WithRetryAfter(3 * time.Second)
	wrapped := fmt.Errorf("games_list: %w", r)
	assert.True(t, errors.Is(wrapped, bff.ReasonUnavailable) && errors.Is(wrapped, cause), "%v lost its kind or cause", wrapped)
	var got *bff.Reason
	assert.True(t, errors.As(wrapped, &got) && got.RetryAfter == 3*time.Second, "got %+v", got)
	assert.True(t, bff.ReasonUnavailable.Err == nil && bff.ReasonUnavailable.RetryAfter == 0, "the table's row was changed")
	assert.True(t, r.Error() == "503 upstream unavailable: dial refused" && bff.ReasonDuplicate.Error() == "409 duplicate in progress",
		"%q, %q", r, bff.ReasonDuplicate)
}

func TestInvalidPayloadHasFault(t *testing.T) {
	f := &bff.FieldFault{Field: "amount", Rule: "min"}
	r := bff.InvalidPayload(f)
	assert.True(t, r.Fault == f && errors.Is(r, bff.ReasonInvalidPayload) && bff.ReasonInvalidPayload.Fault == nil, "%+v", r)
}

func TestOutcomeUnknownKeepsStatusAndCauseOnly(t *testing.T) {
	cause := errors.New("reset")
	r := bff.OutcomeUnknown(bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(cause))
	assert.True(t, r.Status == 503 && r.Debug == "outcome unknown" && r.Key == "outcome_unknown" && r.RetryAfter == 0 && errors.Is(r, cause),
		"%+v", r)
	assert.NotErrorIs(t, r, bff.ReasonUnavailable, "it is equal to a call that was not sent")
	assert.Equal(t, r, bff.OutcomeUnknown(r), "twice")
}

func TestDeliveryOf(t *testing.T) {
	cause := errors.New("dial refused")
	for _, row := range []struct {
		name string
		err  error
		want bff.Delivery
	}{
		{"no error", nil, bff.DeliveryUnknown},
		{"an error of anything", cause, bff.DeliveryUnknown},
		{"a context error", context.DeadlineExceeded, bff.DeliveryUnknown},
		{"a reason that says nothing", bff.ReasonUnavailable, bff.DeliveryUnknown},
		{"a reason", bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), bff.DeliveryNotSent},
		{"a copy with another cause", bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent).WithCause(cause), bff.DeliveryNotSent},
		{"a wrapped reason", fmt.Errorf("call: %w", bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered)), bff.DeliveryAnswered},
		{"a joined reason", errors.Join(bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), cause), bff.DeliveryAnswered},
		{
			"a cause that was not sent, of a reason that says nothing",
			bff.ReasonInternal.WithCause(bff.WithDelivery(cause, bff.DeliveryNotSent)), bff.DeliveryUnknown,
		},
		{"an unknown outcome", bff.OutcomeUnknown(bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)), bff.DeliveryUnknown},
		{"a context error that was not sent", bff.WithDelivery(context.Canceled, bff.DeliveryNotSent), bff.DeliveryNotSent},
	} {
		assert.Equal(t, row.want, bff.DeliveryOf(row.err), row.name)
	}
}

func TestWithDeliveryKeepsTheError(t *testing.T) {
	err := bff.WithDelivery(nil, bff.DeliveryNotSent)
	assert.NoError(t, err, "no error became %v", err)
	if err := bff.WithDelivery(context.Canceled, bff.DeliveryUnknown); err != context.Canceled { //nolint:errorlint // the very error
		t.Errorf("an error that needs no delivery was wrapped: %v", err)
	}
	canceled := bff.WithDelivery(context.Canceled, bff.DeliveryNotSent)
	assert.True(t, errors.Is(canceled, context.Canceled) && canceled.Error() == context.Canceled.Error(), "got %v", canceled)
	reason := bff.WithDelivery(bff.ReasonUnavailable, bff.DeliveryNotSent)
	assert.True(t, errors.Is(reason, bff.ReasonUnavailable) && bff.ReasonUnavailable.Delivery == bff.DeliveryUnknown,
		"got %v; the table's row has %s", reason, bff.ReasonUnavailable.Delivery)
	assert.True(t, bff.DeliveryUnknown.PossiblyExecuted() == true && !bff.DeliveryNotSent.PossiblyExecuted() && !bff.DeliveryAnswered.PossiblyExecuted(),
		"only an unknown outcome may have been executed")
}

func TestRequestIDsTellTheirTime(t *testing.T) {
	at := time.Date(2026, 11, 27, 7, 0, 0, 123e6, time.UTC)
	id := bff.NewRequestID(at)
	assert.True(t, regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(id) && id != bff.NewRequestID(at), "id %q", id)
	if got, ok := bff.RequestTime(id); !ok || !got.Equal(at) {
		t.Errorf("time %v, %v", got, ok)
	}
	for _, other := range []string{"", "req-1", "0b0c2b4e-0a7c-4b58-9d5b-3c1f5f0a1b2c", id[:25], id + "A", "ÄÄÄÄÄÄÄÄÄÄÄÄÄ"} {
		got, ok := bff.RequestTime(other)
		assert.True(t, !ok, "%q has the time %v", other, got)
	}
}
