package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"

	"croupier/bff"
)

const (
	patience    = 100 * time.Millisecond // how long a question waits for the second level
	putTimeout  = time.Second            // nobody waits for it
	dropTimeout = 5 * time.Second
	pause       = 5 * time.Second // how long a store that failed is left alone
	mostShared  = 16 << 20        // bytes that a kept value may unfold to
)

// second is the level of kept answers that instances share. It is asked on the way to the
// upstream only. A store that is slow or gone costs its patience once; then one question
// at a time tries it again, after each pause.
type second struct {
	store bff.SharedCache // nil: there is none
	now   func() time.Time

	shut atomic.Int64 // Unix nanoseconds until which the store is left alone; 0 while it is well

	hits, misses, failures atomic.Uint64
}

// takes tells whether answers to r are shared. Those of a tester's mock world are not.
func (s *second) takes(r *bff.UpstreamRequest) bool { return s.store != nil && r.World == "" }

// admits tells whether the store may be asked now.
func (s *second) admits() bool {
	shut := s.shut.Load()
	if shut == 0 {
		return true
	}
	now := s.now()
	return now.UnixNano() >= shut && s.shut.CompareAndSwap(shut, now.Add(pause).UnixNano())
}

// judge closes or opens the way to the store by how it did.
func (s *second) judge(err error) {
	if err != nil {
		s.failures.Add(1)
		s.shut.Store(s.now().Add(pause).UnixNano())
		return
	}
	s.shut.Store(0)
}

// get gives the answer that instances share, or nil.
func (s *second) get(ctx context.Context, q *bff.CacheLookup, r *bff.UpstreamRequest) *entry {
	if !s.takes(r) || !s.admits() {
		return nil
	}
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	value, err := s.store.Get(asked, sharedKey(aboutOf(r), q.Key))
	if err != nil && ctx.Err() != nil {
		return nil // the question has ended, which says nothing of the store
	}
	s.judge(err)
	if err != nil {
		return nil
	}
	e, err := unpack(value, q, r)
	if e == nil || err != nil {
		s.misses.Add(1)
		return nil
	}
	s.hits.Add(1)
	return e
}

// put shares e for as long as it can be of use.
func (s *second) put(ctx context.Context, e *entry) {
	left := max(e.policy.StaleWhileRevalidate, e.policy.StaleIfError) + e.policy.TTL - e.age(s.now())
	if left <= 0 || !s.admits() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, putTimeout)
	defer cancel()
	s.judge(s.store.Put(ctx, sharedKey(e.about, e.key), pack(e), left))
}

// drop forgets what instances share below a prefix. A shut store is asked, too: what it
// keeps in spite of a purge would come back.
func (s *second) drop(ctx context.Context, prefix string) error {
	if s.store == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, dropTimeout)
	defer cancel()
	if err := s.store.Drop(ctx, prefix); err != nil {
		return fmt.Errorf("shared answers: %w", err)
	}
	return nil
}

// sharedKey begins with brand and call, which purges go by. The digest stands for the
// question, which may be long.
func sharedKey(a about, key string) string {
	sum := sha256.Sum256([]byte(key))
	return a.brand + "/" + a.call + "/" + hex.EncodeToString(sum[:])
}

// A shared value is: one byte for its form, eight for when the answer came (Unix
// nanoseconds, big endian), the envelope.
const (
	formPlain byte = 'p'
	formGzip  byte = 'g'
	headSize       = 9
)

func pack(e *entry) []byte {
	body, form := e.in(bff.EncodingGzip), formGzip
	if body.Encoding == nil {
		form = formPlain
	}
	out := make([]byte, 0, headSize+len(body.Bytes))
	out = append(out, form)
	out = binary.BigEndian.AppendUint64(out, uint64(e.at.UnixNano()))
	return append(out, body.Bytes...)
}

// unpack reads what pack wrote; nil for nothing. Only a success is believed.
func unpack(value []byte, q *bff.CacheLookup, r *bff.UpstreamRequest) (*entry, error) {
	if len(value) == 0 {
		return nil, nil //nolint:nilnil // nothing kept is no fault
	}
	if len(value) < headSize {
		return nil, errors.New("shared answer is cut")
	}
	body := value[headSize:]
	switch value[0] {
	case formPlain:
	case formGzip:
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("shared answer: %w", err)
		}
		if body, err = io.ReadAll(io.LimitReader(z, mostShared+1)); err != nil {
			return nil, fmt.Errorf("shared answer: %w", err)
		}
		if len(body) > mostShared {
			return nil, errors.New("shared answer is too large")
		}
	default:
		return nil, errors.New("shared answer of another form")
	}
	var a struct {
		Result     bool
		Message    string
		Data       json.RawMessage
		Code       int
		Debug      string
		Pagination *bff.Pagination
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, fmt.Errorf("shared answer: %w", err)
	}
	if !a.Result {
		return nil, errors.New("shared answer is no success")
	}
	answer := bff.Answer(a)
	return newEntry(q, r, &answer, time.Unix(0, int64(binary.BigEndian.Uint64(value[1:])))), nil
}
