package redis

// Whole tells whether every mark that there is has been heard of.
func (r *Revocations) Whole() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.whole
}

// Heard tells whether a mark is remembered, without a question to Redis.
func (r *Revocations) Heard(key string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, known := r.marks[key]
	return known
}
