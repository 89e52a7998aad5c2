package bff_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"testing"
	"time"

	"croupier/bff"
)

func TestReasonsAreDistinct(t *testing.T) {
	reasons := bff.Reasons()
	for i, r := range reasons {
		for j, other := range reasons {
			if errors.Is(r, other) != (i == j) {
				t.Errorf("%v is %v: %v", r, other, i != j)
			}
		}
		if r.Key == "" || r.Debug == "" || r.Status < 400 {
			t.Errorf("row %+v", r)
		}
	}
}

func TestReasonCopiesKeepTheirKind(t *testing.T) {
	cause := errors.New("dial refused")
	r := bff.ReasonUnavailable.WithCause(cause).WithRetryAfter(3 * time.Second)
	wrapped := fmt.Errorf("games_list: %w", r)
	if !errors.Is(wrapped, bff.ReasonUnavailable) || !errors.Is(wrapped, cause) {
		t.Errorf("%v lost its kind or cause", wrapped)
	}
	var got *bff.Reason
	if !errors.As(wrapped, &got) || got.RetryAfter != 3*time.Second {
		t.Errorf("got %+v", got)
	}
	if bff.ReasonUnavailable.Err != nil || bff.ReasonUnavailable.RetryAfter != 0 {
		t.Error("the table's row was changed")
	}
	if r.Error() != "503 upstream unavailable: dial refused" || bff.ReasonDuplicate.Error() != "409 duplicate in progress" {
		t.Errorf("%q, %q", r, bff.ReasonDuplicate)
	}
}

func TestInvalidPayloadHasFault(t *testing.T) {
	f := &bff.FieldFault{Field: "amount", Rule: "min"}
	r := bff.InvalidPayload(f)
	if r.Fault != f || !errors.Is(r, bff.ReasonInvalidPayload) || bff.ReasonInvalidPayload.Fault != nil {
		t.Errorf("%+v", r)
	}
}

func TestOutcomeUnknownKeepsStatusAndCauseOnly(t *testing.T) {
	cause := errors.New("reset")
	r := bff.OutcomeUnknown(bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(cause))
	if r.Status != 503 || r.Debug != "outcome unknown" || r.Key != "outcome_unknown" || r.RetryAfter != 0 || !errors.Is(r, cause) {
		t.Errorf("%+v", r)
	}
	if errors.Is(r, bff.ReasonUnavailable) {
		t.Error("it is equal to a call that was not sent")
	}
	if again := bff.OutcomeUnknown(r); !reflect.DeepEqual(again, r) {
		t.Errorf("twice: %+v", again)
	}
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
		if got := bff.DeliveryOf(row.err); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

func TestWithDeliveryKeepsTheError(t *testing.T) {
	if err := bff.WithDelivery(nil, bff.DeliveryNotSent); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := bff.WithDelivery(context.Canceled, bff.DeliveryUnknown); err != context.Canceled { //nolint:errorlint // the very error
		t.Errorf("an error that needs no delivery was wrapped: %v", err)
	}
	canceled := bff.WithDelivery(context.Canceled, bff.DeliveryNotSent)
	if !errors.Is(canceled, context.Canceled) || canceled.Error() != context.Canceled.Error() {
		t.Errorf("got %v", canceled)
	}
	reason := bff.WithDelivery(bff.ReasonUnavailable, bff.DeliveryNotSent)
	if !errors.Is(reason, bff.ReasonUnavailable) || bff.ReasonUnavailable.Delivery != bff.DeliveryUnknown {
		t.Errorf("got %v; the table's row has %s", reason, bff.ReasonUnavailable.Delivery)
	}
	if bff.DeliveryUnknown.PossiblyExecuted() != true || bff.DeliveryNotSent.PossiblyExecuted() ||
		bff.DeliveryAnswered.PossiblyExecuted() {
		t.Error("only an unknown outcome may have been executed")
	}
}

func TestRequestIDsTellTheirTime(t *testing.T) {
	at := time.Date(2026, 11, 27, 7, 0, 0, 123e6, time.UTC)
	id := bff.NewRequestID(at)
	if !regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(id) || id == bff.NewRequestID(at) {
		t.Errorf("id %q", id)
	}
	if got, ok := bff.RequestTime(id); !ok || !got.Equal(at) {
		t.Errorf("time %v, %v", got, ok)
	}
	for _, other := range []string{"", "req-1", "0b0c2b4e-0a7c-4b58-9d5b-3c1f5f0a1b2c", id[:25], id + "A", "ÄÄÄÄÄÄÄÄÄÄÄÄÄ"} {
		if got, ok := bff.RequestTime(other); ok {
			t.Errorf("%q has the time %v", other, got)
		}
	}
}
