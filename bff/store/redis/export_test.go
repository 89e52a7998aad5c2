package redis

// Whole tells whether every mark that there is has been heard of.
func (r *Revocations) Whole() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.whole
}
