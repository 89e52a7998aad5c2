// Package staff is the console's API below /staff/v1 (calls.md §8): accounts with roles,
// what they may do to a running server, and the trail of what they did.
package staff
