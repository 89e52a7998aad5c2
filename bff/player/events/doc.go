// Package events distributes server-sent events to open pages (calls.md §4, /v1/events):
// maintenance, ended sessions, balances and jackpots. It is independent of HTTP; the gateway
// writes the streams.
package events
