package site

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/flate"
)

// madePage is a page without its nonces, which are different in each response: the parts between them, also
// compressed. A response is put together from them, because compressing a page takes far longer than making it.
type madePage struct {
	parts    [][]byte
	deflated [][]byte // each a sequence of DEFLATE blocks that refer to nothing before them and end at a byte
}

// The level at which parts are compressed.
const pageLevel = 7

// newMadePage returns the page whose nonces are mark.
func newMadePage(page []byte, mark string) *madePage {
	p := &madePage{parts: bytes.Split(page, []byte(mark))}
	for _, part := range p.parts {
		var out bytes.Buffer
		w, _ := flate.NewWriter(&out, pageLevel) // fails for an invalid level only
		_, _ = w.Write(part)                     // writing to a bytes.Buffer does not fail
		_ = w.Flush()
		p.deflated = append(p.deflated, out.Bytes())
	}
	return p
}

// identity returns the page with a nonce.
func (p *madePage) identity(nonce string) []byte { return bytes.Join(p.parts, []byte(nonce)) }

// The beginning of a gzip stream without a file name, and the last block of a DEFLATE stream (RFC 1952, RFC 1951).
var (
	gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	lastBlock  = []byte{1, 0, 0, 0xff, 0xff}
)

// gzip returns the page with a nonce, compressed: the nonces are stored blocks between the compressed parts.
func (p *madePage) gzip(nonce string) []byte {
	stored := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(nonce)))
	stored = binary.LittleEndian.AppendUint16(stored, ^uint16(len(nonce)))
	stored = append(stored, nonce...)
	out := bytes.Join(p.deflated, stored)
	sum, size := uint32(0), 0
	for i, part := range p.parts {
		if i > 0 {
			sum, size = crc32.Update(sum, crc32.IEEETable, []byte(nonce)), size+len(nonce)
		}
		sum, size = crc32.Update(sum, crc32.IEEETable, part), size+len(part)
	}
	out = append(append(append(make([]byte, 0, len(gzipHeader)+len(out)+len(lastBlock)+8), gzipHeader...), out...), lastBlock...)
	out = binary.LittleEndian.AppendUint32(out, sum)
	return binary.LittleEndian.AppendUint32(out, uint32(size)) // modulo 2^32, as the format wants
}
