package mock_test

import (
	"bytes"
	"log/slog"
	"testing"

	"croupier/bff/mock"
)

// The casino logs no violation of the contract.
func TestResponsesMatchTheContract(t *testing.T) {
	var log bytes.Buffer
	c, err := mock.New(mock.Options{
		Seed: 1, Clock: newClock().read, Contract: loadContract(t), Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	guest := &client{t: t, handler: c.Handler(), site: "889", lang: "en"}
	player := guest.login("demo")
	for _, a := range allCalls() {
		h := guest
		if a.session {
			h = player
		}
		h.call(a.call, a.data)
	}
	if log.Len() > 0 {
		t.Error(log.String())
	}
}
