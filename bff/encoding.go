package bff

import (
	"strconv"
	"strings"
)

// Encoding is a form that bodies are sent in (RFC 9110 §8.4).
type Encoding int

// Ordered by how much they save: of those that a browser likes equally, the last is sent.
// There is no zstd: on lists of games it is larger than brotli, and who takes it takes
// brotli too.
const (
	EncodingPlain Encoding = iota
	EncodingGzip
	EncodingBrotli
	Encodings // how many there are
)

// String is the encoding's name in the Content-Encoding header; empty for EncodingPlain.
func (e Encoding) String() string { return [Encodings]string{"", "gzip", "br"}[e] }

// AcceptedEncoding chooses among the encodings by an Accept-Encoding header (RFC 9110
// §12.5.3). Plain is sent where nothing else is wanted, even to those who refuse it: an
// answer that somebody can hardly read beats none.
func AcceptedEncoding(header string) Encoding {
	if header == "" {
		return EncodingPlain
	}
	const unnamed = -1
	weights, others := [Encodings]float64{unnamed, unnamed, unnamed}, 0.0
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		weight := weightOf(params)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "br"):
			weights[EncodingBrotli] = weight
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			weights[EncodingGzip] = weight
		case strings.EqualFold(name, "identity"):
			weights[EncodingPlain] = weight
		case name == "*":
			others = weight
		}
	}
	best := EncodingPlain
	for e := EncodingGzip; e < Encodings; e++ {
		weight := weights[e]
		if weight == unnamed {
			weight = others
		}
		if weight > 0 && weight >= weights[best] {
			weights[e], best = weight, e
		}
	}
	return best
}

// weightOf reads a q parameter: 1 where there is none, 0 where it makes no sense.
func weightOf(params string) float64 {
	params = strings.TrimSpace(params)
	if params == "" {
		return 1
	}
	if len(params) < 3 || params[0]|0x20 != 'q' || params[1] != '=' {
		return 0
	}
	q, err := strconv.ParseFloat(params[2:], 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
