package bff_test

import (
	"errors"
	"fmt"
	"reflect"
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
