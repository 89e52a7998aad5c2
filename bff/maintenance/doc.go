// Package maintenance knows which brands, or which of their calls, are under maintenance:
// because staff said so, at once or on a schedule, or because the upstream itself did. Each
// question has one resolved answer (calls.md §2, §4, §8).
package maintenance
