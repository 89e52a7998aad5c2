// Package maintenance holds the maintenance state of brands and of parts of them: declared by
// staff, at once or scheduled, or detected from the upstream (calls.md §2, §4, §8).
package maintenance
