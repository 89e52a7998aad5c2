// Package envelope is the adapter for upstreams that use Croupier's envelope over HTTP.
package envelope

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/platform/transport"
)

// Settings configure an Adapter.
type Settings struct {
	URL       string            // absolute http or https address; calls are posted to it
	Transport http.RoundTripper // nil: a new transport.Transport
	Tester    string            // header with the name of the tester; empty: not sent
	Names     map[string]string // of calls that the platform names otherwise (class/method), by name of the contract
}

// MaxAnswer bounds an answer in bytes, after decompression.
const MaxAnswer = 8 << 20

// retryAfter is the Retry-After of a call whose connection failed.
const retryAfter = 2 * time.Second

// Adapter sends calls to one upstream. Beyond the contract of bff.Upstream, if the body of an HTTP
// 5xx is an envelope, Do returns it with the error. The classifier can then find a maintenance
// message in it.
type Adapter struct {
	url       *url.URL
	transport http.RoundTripper
	names     map[string]string
	tester    string // header
}

var _ bff.Upstream = (*Adapter)(nil)

// New creates an Adapter. It fails if the address is no URL or transport.New refuses it.
func New(s Settings) (*Adapter, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("could not parse the upstream address: %w", err)
	}
	a := &Adapter{url: u, transport: s.Transport, names: s.Names, tester: s.Tester}
	if a.transport == nil {
		if a.transport, err = transport.New(transport.Settings{URL: s.URL}); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Do sends r once and reads the whole answer.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	body, err := encode(r, a.names)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	req := NewRequest(ctx, r.Rules.Kind, http.MethodPost, a.url, a.headers(r), body)
	resp, err := Exchange(a.transport, r.Rules.Kind, req)
	if err != nil {
		return nil, err
	}
	answer, err := parse(r.Rules.Kind, resp.Body)
	if err != nil {
		return nil, resp.BadAnswer(err)
	}
	answer.Deviations = slices.Concat(answer.Deviations, resp.Deviations)
	switch {
	case resp.Status >= 500:
		return answer, resp.BadAnswer(nil)
	case resp.Status == http.StatusTooManyRequests:
		return nil, resp.BadAnswer(nil)
	case resp.Status >= 400 && answer.Result:
		return nil, resp.BadAnswer(errors.New("result is true"))
	case resp.Status < 200 || resp.Status >= 300 && resp.Status < 400:
		return nil, resp.BadAnswer(nil)
	}
	return answer, nil
}

// known contains the parsed answers of reads.
var known = bounded.NewRecent[struct{}, bff.Answer]()

// parse is Parse for an answer to a call of a kind.
func parse(kind bff.Kind, raw []byte) (*bff.Answer, error) {
	if kind != bff.KindRead {
		return Parse(raw)
	}
	if a, ok := known.Get(struct{}{}, raw); ok {
		return &a, nil
	}
	a, err := Parse(raw)
	if err == nil {
		known.Put(struct{}{}, raw, func(text []byte) bff.Answer {
			stored, _ := Parse(text)
			return *stored
		})
	}
	return a, err
}

// encode returns the envelope of a request to the upstream. It encodes decoded values, because two
// JSON parsers may read the bytes of a browser differently. user is the player, or the address of a
// guest, because platforms identify visitors by it. Reads of a guest have no user, because visitors
// share their answers.
func encode(r *bff.UpstreamRequest, names map[string]string) ([]byte, error) {
	data := r.Data
	if data["Lang"] != any(r.Lang) {
		if data = maps.Clone(data); data == nil {
			data = map[string]any{}
		}
		data["Lang"] = r.Lang
	}
	class, method := r.Call.Class, r.Call.Method
	if name, ok := names[r.Call.Name()]; ok {
		class, method, _ = strings.Cut(name, "/")
	}
	out := bytes.NewBuffer(make([]byte, 0, 256))
	writeTexts(out, `{"api":`, "class", class, "method", method)
	out.WriteString(`,"data":`)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(data); err != nil {
		return nil, fmt.Errorf("could not encode call %s: %w", r.Call.Name(), err)
	}
	out.Truncate(out.Len() - len("\n"))
	uip := ""
	if r.Visitor.IsValid() {
		uip = r.Visitor.Unmap().String()
	}
	if id := r.Identity; id != nil {
		writeTexts(out, `,"user":`,
			"uid", id.UID, "sid", id.SID, "uip", cmp.Or(uip, id.UIP), "gmt", id.GMT, "lang", r.Lang)
	} else if r.Rules.Kind != bff.KindRead && uip != "" {
		writeTexts(out, `,"user":`, "uip", uip, "lang", r.Lang)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// writeTexts writes prefix and an object of texts. members are names, each with its value.
func writeTexts(out *bytes.Buffer, prefix string, members ...string) {
	b := append(append(out.AvailableBuffer(), prefix...), '{')
	for i, text := range members {
		b, _ = jsontext.AppendQuote(b, text) // replaces invalid UTF-8
		if i%2 == 0 {
			b = append(b, ':')
		} else {
			b = append(b, ',')
		}
	}
	b[len(b)-1] = '}'
	out.Write(b)
}

// Header values of all requests, shared and read-only.
var (
	valueJSON      = []string{"application/json"}
	valueUserAgent = []string{"croupier"}
	valuePanel     = []string{"frontend"}
)

func (a *Adapter) headers(r *bff.UpstreamRequest) http.Header {
	values := [...]string{strconv.Itoa(r.Brand.SiteID), r.RequestID}
	h := http.Header{
		"Content-Type": valueJSON,
		"Accept":       valueJSON,
		"User-Agent":   valueUserAgent,
		"Panel":        valuePanel,
		"X-Site-Id":    values[:1:1],
		"X-Request-Id": values[1:],
	}
	if r.Rules.Kind == bff.KindMoney && r.IdempotencyKey != "" {
		h.Set("Idempotency-Key", r.IdempotencyKey)
	}
	if tester := r.Partition.Tester(); a.tester != "" && tester != "" {
		h.Set(a.tester, tester)
	}
	return h
}
