// Package telemetry tells what happens inside the BFF, and holds the one list of what is
// secret and therefore never told.
package telemetry
