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
	req := NewRequest(r.Rules.Kind, http.MethodPost, a.url, a.headers(r), body)
	resp, err := Exchange(ctx, a.transport, r.Rules.Kind, req)
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
		known.Put(struct{}{}, raw, *a)
	}
	return a, err
}

// call is the envelope of a request.
type call struct {
	API struct {
		Class  string `json:"class"`
		Method string `json:"method"`
	} `json:"api"`
	Data map[string]any `json:"data"`
	User any            `json:"user,omitempty"`
}

// player is the user of a player's calls. guest is the user of other writes, because platforms
// identify visitors by their address.
type (
	player struct {
		UID  string `json:"uid"`
		SID  string `json:"sid"`
		UIP  string `json:"uip"`
		GMT  string `json:"gmt"`
		Lang string `json:"lang"`
	}
	guest struct {
		UIP  string `json:"uip"`
		Lang string `json:"lang"`
	}
)

// encode returns the envelope of a request to the upstream. It encodes decoded values, because two
// JSON parsers may read the bytes of a browser differently. Reads of a guest have no user, because
// visitors share their answers.
func encode(r *bff.UpstreamRequest, names map[string]string) ([]byte, error) {
	c := call{Data: r.Data}
	if c.Data["Lang"] != any(r.Lang) {
		c.Data = maps.Clone(r.Data)
		if c.Data == nil {
			c.Data = map[string]any{}
		}
		c.Data["Lang"] = r.Lang
	}
	c.API.Class, c.API.Method = r.Call.Class, r.Call.Method
	if name, ok := names[r.Call.Name()]; ok {
		c.API.Class, c.API.Method, _ = strings.Cut(name, "/")
	}
	uip := ""
	if r.Visitor.IsValid() {
		uip = r.Visitor.Unmap().String()
	}
	if id := r.Identity; id != nil {
		c.User = player{UID: id.UID, SID: id.SID, UIP: cmp.Or(uip, id.UIP), GMT: id.GMT, Lang: r.Lang}
	} else if r.Rules.Kind != bff.KindRead && uip != "" {
		c.User = guest{UIP: uip, Lang: r.Lang}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(c); err != nil {
		return nil, fmt.Errorf("could not encode call %s: %w", r.Call.Name(), err)
	}
	return out.Bytes(), nil
}

// Header values of all requests, shared and read-only.
var (
	valueJSON      = []string{"application/json"}
	valueUserAgent = []string{"croupier"}
	valuePanel     = []string{"frontend"}
)

func (a *Adapter) headers(r *bff.UpstreamRequest) http.Header {
	h := http.Header{
		"Content-Type": valueJSON,
		"Accept":       valueJSON,
		"User-Agent":   valueUserAgent,
		"Panel":        valuePanel,
		"X-Site-Id":    {strconv.Itoa(r.Brand.SiteID)},
		"X-Request-Id": {r.RequestID},
	}
	if r.Rules.Kind == bff.KindMoney && r.IdempotencyKey != "" {
		h.Set("Idempotency-Key", r.IdempotencyKey)
	}
	if tester := r.Partition.Tester(); a.tester != "" && tester != "" {
		h.Set(a.tester, tester)
	}
	return h
}
