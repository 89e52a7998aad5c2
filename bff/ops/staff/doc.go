// Package staff is the console's API below /staff/v1 (calls.md §8): accounts with roles, the
// operations on a running server, and the audit log of what was done.
package staff
