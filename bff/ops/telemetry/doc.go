// Package telemetry provides logs, metrics and traces, and holds the one list of secret names,
// whose values never appear in any of them.
package telemetry
