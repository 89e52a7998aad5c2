package embedded

import (
	"encoding/binary"
	"errors"
	"time"

	"croupier/bff"
)

// timeSize is the size of a time in keys: Unix milliseconds, big endian.
const timeSize = 8

func timeKey(at time.Time) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(max(at.UnixMilli(), 0)))
}

// termKey returns the key of an entry among those with a term. The zero byte separates terms of which
// one is the start of another.
func termKey(term string, at, id []byte) []byte {
	key := append(make([]byte, 0, len(term)+1+len(at)+len(id)), term...)
	key = append(key, 0)
	key = append(key, at...)
	return append(key, id...)
}

// encodeCollected returns the stored form of an entry: its time, its terms with their number and
// lengths, and the value.
func encodeCollected(e bff.CollectionEntry) []byte {
	out := binary.AppendUvarint(timeKey(e.At), uint64(len(e.Terms)))
	for _, term := range e.Terms {
		out = binary.AppendUvarint(out, uint64(len(term)))
		out = append(out, term...)
	}
	return append(out, e.Value...)
}

var errCollected = errors.New("decode entry: truncated")

// decodeCollected decodes the output of encodeCollected. The value refers to raw.
func decodeCollected(raw []byte) (out collected, err error) {
	if len(raw) < timeSize {
		return out, errCollected
	}
	out.at = time.UnixMilli(int64(binary.BigEndian.Uint64(raw))).UTC()
	raw = raw[timeSize:]
	terms, n := binary.Uvarint(raw)
	if n <= 0 || terms > uint64(len(raw)) {
		return out, errCollected
	}
	raw = raw[n:]
	for range terms {
		size, n := binary.Uvarint(raw)
		if n <= 0 || size > uint64(len(raw)-n) {
			return out, errCollected
		}
		out.terms = append(out.terms, string(raw[n:n+int(size)]))
		raw = raw[n+int(size):]
	}
	out.value = raw
	return out, nil
}
