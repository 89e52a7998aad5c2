// Package lists complements the package slices of the standard library.
package lists

// Map returns the results of f for the items of a list. The result is never nil.
func Map[T, R any](list []T, f func(T) R) []R {
	out := make([]R, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}

// Find returns the first item that match selects, or false if there is none.
func Find[T any](list []T, match func(T) bool) (found T, ok bool) {
	for _, item := range list {
		if match(item) {
			return item, true
		}
	}
	return found, false
}

// Filter returns the items that match selects. The result is never nil.
func Filter[T any](list []T, match func(T) bool) []T {
	out := []T{}
	for _, item := range list {
		if match(item) {
			out = append(out, item)
		}
	}
	return out
}
