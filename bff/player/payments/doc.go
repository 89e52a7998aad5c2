// Package payments follows the payments of players while their pages are open. A payment that the platform
// has accepted and not settled, or whose outcome is unknown, is looked for in the platform's list of
// transactions, and every change is published: the player's pages show it without asking.
//
// It also remembers which payments were not sent, for finance/payment_outcome.
package payments
