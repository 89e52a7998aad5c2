package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/transport"
)

type messages map[string]bff.KnownMessage

func (m messages) ClassifyMessage(message string) (bff.KnownMessage, bool) {
	r, ok := m[message]
	return r, ok
}

type detector []string

func (d *detector) ReportDetected(brand string) { *d = append(*d, brand) }

var known = messages{
	"Oturum Süresi Doldu":            {Debug: "anonymous user", EndsSession: true},
	"Kayıt Bulunamadı":               {Debug: "no records"},
	"This site is under maintenance": {Debug: "maintenance", Maintenance: true},
}

func judged(t *testing.T, r *bff.UpstreamRequest, a bff.Answer, with error) (*bff.Answer, detector, error) {
	t.Helper()
	var d detector
	got, err := NewChain(answering(&a, with), Settings{Messages: known, Maintenance: &d}).Do(t.Context(), r)
	return got, d, err
}

func TestClassifyFillsCodeAndDebug(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    bff.Answer
		code  int
		debug string
	}{
		{"a success without code is 200", bff.Answer{Result: true}, 200, ""},
		{"a success has no debug", bff.Answer{Result: true, Code: 200, Debug: "took 3ms"}, 200, ""},
		{"the message of a success is not classified", bff.Answer{Result: true, Message: "Kayıt Bulunamadı"}, 200, ""},
		{"a known message fills debug", bff.Answer{Message: "Oturum Süresi Doldu", Code: 403}, 403, "anonymous user"},
		{
			"the debug of the upstream is kept",
			bff.Answer{Message: "Kayıt Bulunamadı", Code: 404, Debug: "nothing here"},
			404, "nothing here",
		},
		{"an unknown message has no debug", bff.Answer{Message: "Yetersiz bakiye", Code: 7}, 7, ""},
		{"internals are dropped", bff.Answer{Message: "Hata", Code: 1, Debug: "at Db.php:17\n#0 /srv/app"}, 1, ""},
		{
			"internals are replaced by the known debug",
			bff.Answer{Message: "Kayıt Bulunamadı", Debug: "SELECT * FROM users;"},
			400, "no records",
		},
	} {
		a, _, err := judged(t, request("casino", bff.KindRead), c.in, nil)
		require.NoError(t, err, c.name)
		assert.True(t, a.Code == c.code && a.Debug == c.debug && a.Message == c.in.Message, "%s: got %+v", c.name, a)
	}
}

func TestUpstreamMaintenanceIsReported(t *testing.T) {
	for _, c := range []struct {
		name      string
		with      error
		partition bff.Partition
		reported  string
	}{
		{"in an answer", nil, "marmara", "[marmara]"},
		{"with HTTP 503", bff.ReasonBadUpstreamAnswer, "marmara", "[marmara]"},
		{"of a tester", nil, "marmara/ayse", "[]"},
	} {
		r := request("casino", bff.KindRead)
		r.Partition = c.partition
		_, detected, err := judged(t, r, bff.Answer{Message: "This site is under maintenance", Code: 503}, c.with)
		assert.True(t, errors.Is(err, bff.ReasonMaintenance) && retryAfter(err) != 0, "%s: got %v", c.name, err)
		assert.Equal(t, c.reported, fmt.Sprint(detected), "%s: detected %v", c.name, detected)
	}
}

func TestAnswerOfAFailedRequestIsDropped(t *testing.T) {
	a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Result: true}, bff.ReasonBadUpstreamAnswer)
	assert.True(t, a == nil && errors.Is(err, bff.ReasonBadUpstreamAnswer), "got %v, %v", a, err)
}

func TestBrandMessagesAreClassifiedInAnySpelling(t *testing.T) {
	r := request("casino", bff.KindRead)
	r.Brand.Messages = map[string]bff.KnownMessage{
		"Oturumunuz sonlandı.":  {Debug: "anonymous user", EndsSession: true},
		"Bakımdayız!":           {Debug: "maintenance", Maintenance: true},
		"Kayıt Bulunamadı":      {Debug: "nothing found"},
		"Sistem Güncelleniyor…": {Debug: "updating"},
	}
	for message, want := range map[string]string{
		"OTURUMUNUZ  SONLANDI":                       "anonymous user",
		"kayıt bulunamadı.":                          "nothing found",  // overrides the contract
		"Oturum Süresi Doldu":                        "anonymous user", // from the contract
		"Yetersiz bakiye":                            "",
		strings.Repeat("Oturumunuz sonlandı. ", 100): "",
	} {
		a, _, err := judged(t, r, bff.Answer{Message: message, Code: 403}, nil)
		assert.True(t, err == nil && a.Debug == want, "%.40q: %+v, %v, want debug %q", message, a, err, want)
	}
	_, detected, err := judged(t, r, bff.Answer{Message: "BAKIMDAYIZ"}, nil)
	assert.True(t, errors.Is(err, bff.ReasonMaintenance) && len(detected) == 1, "%v, detected %v", err, detected)
	a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Message: "Bakımdayız"}, nil)
	assert.True(t, err == nil && a.Debug == "", "another brand: %+v, %v", a, err)
}

func TestHTTP500WithAndWithoutPropagation(t *testing.T) {
	const guest, pending, session = bff.WhoGuest, bff.WhoPending, bff.WhoSession
	const read, write, money = bff.KindRead, bff.KindWrite, bff.KindMoney
	status := func(code int) error {
		return bff.ReasonBadUpstreamAnswer.WithCause(&transport.StatusError{Status: code})
	}
	unknown := bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer) // adapters report it for money calls
	bad, propagated := bff.ReasonBadUpstreamAnswer, bff.ReasonUpstreamError
	said, success := &bff.Answer{Message: "Bir hata oluştu", Code: 17}, &bff.Answer{Result: true, Message: "Tamam"}
	for _, c := range []struct {
		name      string
		propagate bool
		who       bff.Who
		kind      bff.Kind
		answer    *bff.Answer
		err       error
		want      *bff.Reason
		message   string
	}{
		{"not propagated", false, session, write, said, status(500), bad, ""},
		{"propagated with its message", true, session, write, said, status(500), propagated, "Bir hata oluştu"},
		{"propagated without an envelope", true, session, write, nil, status(500), propagated, ""},
		{"propagated for an inconsistent success", true, session, write, success, status(500), propagated, ""},
		{"HTTP 503 is not propagated", true, session, write, nil, status(503), bad, ""},
		{
			"a timeout is not propagated", true, session, write, nil, bff.ReasonUpstreamTimeout,
			bff.ReasonUpstreamTimeout, "",
		},
		{"a read of a player", true, session, read, said, status(500), propagated, "Bir hata oluştu"},
		{"a call of a pending session", true, pending, write, said, status(500), propagated, "Bir hata oluştu"},
		{"a read of a guest", true, guest, read, said, status(500), bad, ""},
		{"a write of a guest", true, guest, write, said, status(500), bad, ""},
		{
			"a money call", true, session, money, said, unknown.WithCause(&transport.StatusError{Status: 500}), unknown,
			"",
		},
	} {
		adapter := answering(c.answer, c.err)
		chain := NewChain(adapter, Settings{Messages: known, Propagate500: c.propagate})
		r := request("casino", c.kind)
		r.Rules.Who = c.who
		_, err := chain.Do(t.Context(), r)
		var reason *bff.Reason
		require.True(t, errors.Is(err, c.want) && errors.As(err, &reason) && reason.Message == c.message,
			"%s: got %+v", c.name, err)
		require.ErrorIs(t, send(t.Context(), t, chain, 20, r), bff.ReasonUnavailable, c.name)
		assert.EqualValues(t, 10, adapter.calls.Load(), "%s: the breaker did not open", c.name)
	}
}

func TestCausesOfFailures(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want bff.Cause
	}{
		"no failure": {nil, ""},
		"a refused connection": {bff.ReasonUnavailable.WithCause(&net.OpError{
			Op:  "dial",
			Err: syscall.ECONNREFUSED,
		}), bff.CauseRefused},
		"a broken connection": {bff.ReasonUnavailable.WithCause(fmt.Errorf("read: %w", io.EOF)), bff.CauseReset},
		"an unknown host name": {bff.ReasonUnavailable.WithCause(&net.DNSError{
			Err:  "no such host",
			Name: "platform.test",
		}), bff.CauseName},
		"no answer in time": {bff.ReasonUpstreamTimeout.WithCause(context.DeadlineExceeded), bff.CauseTimeout},
		"an unreadable answer": {
			bff.ReasonBadUpstreamAnswer.WithCause(errors.New("no envelope")),
			bff.CauseBadAnswer,
		},
		"an HTTP 500": {
			bff.ReasonBadUpstreamAnswer.WithCause(&transport.StatusError{Status: 500}),
			bff.CauseStatus,
		},
		"an HTTP 429": {
			bff.ReasonRateLimited.WithCause(&transport.StatusError{Status: 429}),
			bff.CauseRateLimited,
		},
		"an open breaker":           {notSent(1, errOpen), bff.CauseBreakerOpen},
		"the trial of a breaker":    {errBusy, bff.CauseBreakerOpen},
		"a breaker forced open":     {errRefusedByStaff, bff.CauseBreakerOpen},
		"a full bulkhead":           {errFull, bff.CauseOverloaded},
		"a platform that hangs":     {errHung, bff.CauseOverloaded},
		"maintenance":               {bff.ReasonMaintenance, bff.CauseMaintenance},
		"a client that left":        {bff.WithDelivery(context.Canceled, bff.DeliveryNotSent), bff.CauseCancelled},
		"a refusal with its reason": {bff.ReasonAnonymous, ""},
		"an error without a reason": {errors.New("defect"), bff.CauseInternal},
		"an unknown outcome of such": {bff.OutcomeUnknown(bff.ReasonUpstreamTimeout).WithCause(
			context.DeadlineExceeded), bff.CauseTimeout},
	} {
		assert.Equal(t, row.want, bff.CauseOf(row.err), name)
	}
}

// deviates is a ContractChecker that accepts only null. Only lists are readable.
type deviates struct{}

func (deviates) Violations(_ *bff.Call, data json.RawMessage, _ map[string]contract.Override) []bff.Violation {
	if isNull(data) {
		return nil
	}
	return []bff.Violation{{Path: "$[*].name", Got: "null", Want: "string"}}
}

func (deviates) ReadableData(_ *bff.Call, data json.RawMessage) bool {
	return isNull(data) || data[0] == '['
}

// counter counts observed responses by upstream.
type counter map[string]int

func (c counter) Observe(_ context.Context, _ *bff.UpstreamRequest, upstream string, _ []bff.Violation) {
	c[upstream]++
}

func TestContractModes(t *testing.T) {
	for _, row := range []struct {
		name, data string
		change     func(r *bff.UpstreamRequest)
		refused    bool
		observed   int
	}{
		{"a valid answer", "null", func(*bff.UpstreamRequest) {}, false, 0},
		{"observed by default", "[]", func(*bff.UpstreamRequest) {}, false, 1},
		{"of another type", "{}", func(*bff.UpstreamRequest) {}, true, 1},
		{
			"enforced by the contract", "[]", func(r *bff.UpstreamRequest) { r.Rules.Contract = bff.ContractEnforce },
			true, 1,
		},
		{"enforced by the brand", "[]", func(r *bff.UpstreamRequest) {
			r.Brand.Contract = map[string]bff.ContractMode{"casino/some_method": bff.ContractEnforce}
		}, true, 1},
		{"enforced for another call", "[]", func(r *bff.UpstreamRequest) {
			r.Brand.Contract = map[string]bff.ContractMode{"casino/another": bff.ContractEnforce}
		}, false, 1},
		{"observed by the brand though the contract enforces it", "[]", func(r *bff.UpstreamRequest) {
			r.Rules.Contract = bff.ContractEnforce
			r.Brand.Contract = map[string]bff.ContractMode{"casino/some_method": bff.ContractObserve}
		}, false, 1},
		{"money of another type", "{}", func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindMoney }, false, 1},
		{"enforced money", "[]", func(r *bff.UpstreamRequest) {
			r.Rules.Kind, r.Rules.Contract = bff.KindMoney, bff.ContractEnforce
		}, false, 1},
		{"a refusal, with unchecked data", `"x"`, func(*bff.UpstreamRequest) {}, false, 0},
		{
			"a local call, which only the prober sends", "{}", func(r *bff.UpstreamRequest) { r.Call.Local = true },
			false, 0,
		},
	} {
		observed := counter{}
		adapter := answering(&bff.Answer{Result: row.data != `"x"`, Data: json.RawMessage(row.data)}, nil)
		chain := NewChain(adapter,
			Settings{Name: "platform", Contract: ContractSettings{Checker: deviates{}, Deviations: observed}})
		r := request("casino", bff.KindRead)
		row.change(r)
		a, err := chain.Do(t.Context(), r)
		refused := errors.Is(err, bff.ReasonBadUpstreamAnswer)
		assert.True(t, refused == row.refused && refused != (a != nil), "%s: got %+v, %v", row.name, a, err)
		assert.Equal(t, row.observed, observed["platform"], "%s: observed %v", row.name, observed)
	}
	observed, odd := counter{},
		&bff.Answer{Result: true, Data: json.RawMessage("null"), Deviations: []bff.Violation{{Path: "code"}}}
	r := request("casino", bff.KindRead)
	r.Rules.Contract = bff.ContractEnforce
	_, err := NewChain(answering(odd, nil),
		Settings{
			Name:     "platform",
			Contract: ContractSettings{Checker: deviates{}, Deviations: observed},
		}).Do(t.Context(), r)
	assert.NoError(t, err, "an irrelevant deviation is not refused")
	assert.Equal(t, 1, observed["platform"], "an irrelevant deviation is observed")
}
