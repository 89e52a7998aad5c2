package bff

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
)

// Topic is the subject of a message on the Bus.
type Topic string

// The topics of the bus.
const (
	TopicPurge          Topic = "purge"           // cached responses must be dropped
	TopicMaintenance    Topic = "maintenance"     // a maintenance notice was set, cleared, started or ended
	TopicSessions       Topic = "sessions"        // sessions were ended; the payload is SessionsEnded
	TopicBalance        Topic = "balance"         // a player's balance may have changed; the payload is BalanceChanged
	TopicPayment        Topic = "payment"         // a payment became unknown, or its settlement has changed; the payload is PaymentSettled
	TopicPaymentWaiting Topic = "payment waiting" // a payment waits for the platform; the payload is WaitingPayment
	TopicPaymentChanged Topic = "payment changed" // the platform has gone on with a payment; the payload is PaymentChanged
	TopicBlocks         Topic = "blocks"          // a player was blocked, or a block was lifted
	TopicStaff          Topic = "staff"           // staff logins were ended
	TopicProtection     Topic = "protection"      // what holds for a player by limits, a break or an exclusion may have changed
	TopicBreakers       Topic = "breakers"        // breaker overrides have changed on the sender
	TopicLimits         Topic = "limits"          // counters of limits were emptied; the payload is a list of LimitKey
)

// Bus carries short messages to every instance, including the sender. Messages may be lost.
type Bus interface {
	// Publish sends payload and does not wait. An error means that other instances may have missed the message.
	Publish(ctx context.Context, topic Topic, payload []byte) error
	// Subscribe calls receive for every message of topic, one after the other on a goroutine of the subscriber's own,
	// until cancel is called. If messages for a slow subscriber were dropped, it calls resync afterwards; nil if there is
	// nothing to read again.
	Subscribe(topic Topic, receive func(payload []byte), resync func()) (cancel func())
}

// BalanceChanged is the payload of TopicBalance, as JSON.
type BalanceChanged struct {
	Brand   string          `json:"brand"`
	Player  string          `json:"player"`            // see Identity.Player
	Balance json.RawMessage `json:"balance,omitempty"` // the balance as check_balance returned it; absent when unknown
}

// Publish publishes a message as JSON.
func Publish(ctx context.Context, bus Bus, topic Topic, message any) error {
	payload, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return bus.Publish(ctx, topic, payload)
}

// Decoded returns a receiver for Bus.Subscribe that decodes messages of Publish, and logs what it cannot read.
func Decoded[T any](log *slog.Logger, receive func(T)) func(payload []byte) {
	return func(payload []byte) {
		var message T
		if err := json.Unmarshal(payload, &message); err != nil {
			log.Warn("could not read a message of another instance", "type", fmt.Sprintf("%T", message), "cause", err.Error())
			return
		}
		receive(message)
	}
}
