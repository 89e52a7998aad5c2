// Package events hands what happens to the pages that wait for it (calls.md §4,
// /v1/events): maintenance, ended sessions, moved balances and jackpots. It knows no HTTP;
// the gateway writes the streams.
package events
