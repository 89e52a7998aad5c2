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
