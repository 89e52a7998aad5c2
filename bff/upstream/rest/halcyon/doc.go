// Package halcyon is a fictional platform that is nothing like the envelope: nested
// resources, snake case, pages and cursors, bearer tokens, amounts in hundredths, dates as
// RFC 3339 in UTC, and refusals as error objects with an HTTP status. The mapping
// configs/mappings/fictional.yaml is written for it, and tests hold the two together.
//
// It has no world of its own: it is a face over a platform that speaks the envelope, so
// that its data is as rich as the mock's. It shares no code with the adapter.
package halcyon
