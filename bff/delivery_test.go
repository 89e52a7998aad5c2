package bff_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"croupier/bff"
)

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
		{"a cause that was not sent, of a reason that says nothing", bff.ReasonInternal.WithCause(bff.WithDelivery(cause, bff.DeliveryNotSent)), bff.DeliveryUnknown},
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
	if bff.DeliveryUnknown.PossiblyExecuted() != true || bff.DeliveryNotSent.PossiblyExecuted() || bff.DeliveryAnswered.PossiblyExecuted() {
		t.Error("only an unknown outcome may have been executed")
	}
}
