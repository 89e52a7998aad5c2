// Package halcyon is a fictional platform whose API differs from the envelope in every respect:
// nested resources, snake case, pages and cursors, bearer tokens, amounts in hundredths, dates as
// RFC 3339 in UTC, and errors as objects with an HTTP status. It is the platform of the mapping
// configs/mappings/fictional.yaml; tests verify that the two match.
//
// It is a facade over a platform that uses the envelope, such as the mock, and has no data of its
// own. It shares no code with the adapter.
package halcyon
