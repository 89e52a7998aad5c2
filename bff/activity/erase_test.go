package activity_test

import (
	"context"
	"fmt"
	"testing"

	"croupier/bff"
	"croupier/bff/activity"
)

// listsOne is a collection that lists one entry of a term, as that of Redis lists a bounded number.
type listsOne struct{ bff.Collection }

func (c listsOne) List(ctx context.Context, term string, limit int) ([][]byte, error) {
	return c.Collection.List(ctx, term, min(limit, 1))
}

func TestErasureReachesRequestsThatAreNotListed(t *testing.T) {
	r := newRig(t, func(o *activity.Options) { o.Requests = listsOne{o.Requests} })
	for n := range 5 {
		r.visit(chrome, "192.0.2.7", bff.Observation{RequestID: fmt.Sprint(n), Call: "user/login", Brand: "marmara", Player: bff.Player{UID: "7"}})
	}
	r.visit(chrome, "192.0.2.7", bff.Observation{RequestID: "other", Call: "user/login", Brand: "zephyr", Player: bff.Player{UID: "7"}})
	if listed, err := r.PlayerRequests(t.Context(), "marmara", "7", 10); err != nil || len(listed) != 1 {
		t.Fatalf("%d requests listed, %v", len(listed), err)
	}
	if err := r.Erase(t.Context(), "marmara", "7"); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		if r.find(fmt.Sprint(n)) != nil {
			t.Errorf("request %d is found", n)
		}
	}
	if r.find("other") == nil {
		t.Error("a request to another brand is gone")
	}
}
