package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/rest"
)

// masked replaces a secret in the output of mapping try.
const masked = "[masked]"

// tryPrinter prints requests and responses without secrets.
type tryPrinter struct {
	out     io.Writer
	headers []string // of the upstream's settings
	signed  bool
	secrets []string // texts masked wherever they occur
	silent  bool
}

// settings records the headers and the signature that the transport adds.
func (p *tryPrinter) settings(s *config.Upstream) {
	p.headers = slices.Sorted(maps.Keys(s.Headers))
	p.signed = len(s.Secret) > 0
	p.secrets = slices.AppendSeq(p.secrets, maps.Values(s.Headers))
}

// recordingTransport prints requests and responses.
type recordingTransport struct {
	next    http.RoundTripper
	printer *tryPrinter
}

func (t *recordingTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	body, err := copied(&req.Body)
	if err != nil {
		return nil, err
	}
	u := *req.URL
	u.RawQuery = maskedValues(u.Query())
	t.printer.print("request", req.Method+" "+u.String(), req.Header, body)
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if body, err = copied(&resp.Body); err != nil {
		return nil, err
	}
	t.printer.print("response", resp.Status, resp.Header, body)
	return resp, nil
}

// copied reads a body, which may be nil, and replaces it by a copy.
func copied(body *io.ReadCloser) (raw []byte, err error) {
	if *body == nil {
		return nil, nil
	}
	raw, err = io.ReadAll(*body)
	_ = (*body).Close()
	*body = io.NopCloser(bytes.NewReader(raw))
	return raw, err
}

func (p *tryPrinter) print(title, line string, header http.Header, body []byte) {
	if p.silent {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n%s\n", title, line)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		value := strings.Join(header[name], ", ")
		if telemetry.IsSecret(name) && name != "Idempotency-Key" {
			value = masked
		}
		fmt.Fprintf(&b, "%s: %s\n", name, value)
	}
	if title == "request" {
		for _, name := range p.headers {
			fmt.Fprintf(&b, "%s: %s (settings)\n", name, masked)
		}
		if p.signed {
			b.WriteString("signed with the secret of the upstream\n")
		}
	}
	if len(body) > 0 {
		fmt.Fprintf(&b, "\n%s\n", maskedBody(header.Get("Content-Type"), body))
	}
	_, _ = fmt.Fprintln(p.out, p.mask(b.String()))
}

// mask replaces the known secrets in a text.
func (p *tryPrinter) mask(text string) string {
	for _, secret := range p.secrets {
		if len(secret) > 3 {
			text = strings.ReplaceAll(text, secret, masked)
		}
	}
	return text
}

// maskedValues encodes query parameters or form fields without secrets.
func maskedValues(values url.Values) string {
	for name := range values {
		if telemetry.IsSecret(name) {
			values[name] = []string{masked}
		}
	}
	text, err := url.QueryUnescape(values.Encode()) // for reading
	if err != nil {
		return values.Encode()
	}
	return text
}

// maskedBody formats a body: indented JSON without the values of secret fields.
func maskedBody(contentType string, body []byte) string {
	const maxPrinted = 64 << 10
	if len(body) > maxPrinted {
		return fmt.Sprintf("%s\n… %d bytes", body[:maxPrinted], len(body))
	}
	if strings.HasPrefix(contentType, "application/x-www-form-urlencoded") {
		if values, err := url.ParseQuery(string(body)); err == nil {
			return maskedValues(values)
		}
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return string(body)
	}
	var out strings.Builder
	if err := printJSON(&out, withoutSecrets(v)); err != nil {
		return err.Error()
	}
	return strings.TrimRight(out.String(), "\n")
}

// withoutSecrets replaces the texts of secret fields.
func withoutSecrets(v any) any {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			v[i] = withoutSecrets(item)
		}
	case map[string]any:
		for name, value := range v {
			if text, isText := value.(string); isText && text != "" && telemetry.IsSecret(name) && name != "code" {
				v[name] = masked
				continue
			}
			v[name] = withoutSecrets(value)
		}
	}
	return v
}

// result prints the mapped response or the error. It returns errReported unless the response
// matches the contract.
func (p *tryPrinter) result(calls *contract.Catalogue, call *bff.Call, a *bff.Answer, err error) error {
	if err != nil {
		p.failure(err)
		return errReported
	}
	_, _ = fmt.Fprintf(p.out, "--- mapped\n%s\n", p.mask(maskedBody("application/json", a.Append(nil))))
	if !a.Result {
		return nil
	}
	violations := calls.Violations(call, a.Data, nil)
	for _, v := range violations {
		_, _ = fmt.Fprintf(p.out, "violates the contract at %s: got %s, want %s\n", v.Path, v.Got, v.Want)
	}
	if got := a.Pagination != nil; got != call.Paginated {
		_, _ = fmt.Fprintf(p.out, "violates the contract: pagination is present: got %t, want %t\n", got,
			call.Paginated)
	} else if len(violations) == 0 {
		_, _ = fmt.Fprintln(p.out, "matches the contract")
		return nil
	}
	return errReported
}

// failure prints the error of a call. For an expression it adds the place and the message of jq.
func (p *tryPrinter) failure(err error) {
	var failed *rest.EvalError
	if !errors.As(err, &failed) {
		_, _ = fmt.Fprintf(p.out, "--- failed\n%s\n", p.mask(err.Error()))
		return
	}
	detail := failed.Detail
	if detail == "" {
		detail = failed.Unwrap().Error()
	}
	_, _ = fmt.Fprintf(p.out, "--- jq error\n%s\n  %s\n%s\n", failed.Place,
		strings.ReplaceAll(strings.TrimSpace(failed.Place.Source), "\n", "\n  "), p.mask(detail))
}
