// Package webhook reports to other systems what an operator must know at once: a platform reports maintenance, a circuit
// stays open, the outcome of a payment stays unknown. Requests follow Standard Webhooks.
//
// Everything that must not be forgotten or done twice is in a store that the instances share. A condition is a
// state that instances see begin and end; it lasts while any of them sees it. A message is an event with the receivers that have not
// accepted it yet; its id is derived from what happened, so that it is created once.
package webhook
