package upstream

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
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
		{"the debug of the upstream is kept", bff.Answer{Message: "Kayıt Bulunamadı", Code: 404, Debug: "nothing here"}, 404, "nothing here"},
		{"an unknown message has no debug", bff.Answer{Message: "Yetersiz bakiye", Code: 7}, 7, ""},
		{"internals are dropped", bff.Answer{Message: "Hata", Code: 1, Debug: "at Db.php:17\n#0 /srv/app"}, 1, ""},
		{"internals are replaced by the known debug", bff.Answer{Message: "Kayıt Bulunamadı", Debug: "SELECT * FROM users;"}, 400, "no records"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _, err := judged(t, request("casino", bff.KindRead), c.in, nil)
			require.NoError(t, err)
			assert.True(t, a.Code == c.code && a.Debug == c.debug && a.Message == c.in.Message, "got %+v", a)
		})
	}
}

func TestUpstreamMaintenanceIsReported(t *testing.T) {
	for _, c := range []struct {
		name     string
		with     error
		world    string
		reported string
	}{
		{"in an answer", nil, "", "[marmara]"},
		{"with HTTP 503", bff.ReasonBadUpstreamAnswer, "", "[marmara]"},
		{"of a mock world", nil, "ayse", "[]"},
	} {
		r := request("casino", bff.KindRead)
		r.World = c.world
		_, detected, err := judged(t, r, bff.Answer{Message: "This site is under maintenance", Code: 503}, c.with)
		var reason *bff.Reason
		assert.True(t, errors.Is(err, bff.ReasonMaintenance) && errors.As(err, &reason) && reason.RetryAfter != 0,
			"%s: got %v", c.name, err)
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
		"kayıt bulunamadı.":                          "nothing found",  // the brand's meaning goes before the contract's
		"Oturum Süresi Doldu":                        "anonymous user", // the contract's overrides where the brand has none
		"Yetersiz bakiye":                            "",
		strings.Repeat("Oturumunuz sonlandı. ", 100): "",
	} {
		a, _, err := judged(t, r, bff.Answer{Message: message, Code: 403}, nil)
		assert.True(t, err == nil && a.Debug == want, "%.40q: %+v, %v, want debug %q", message, a, err, want)
	}
	if _, detected, err := judged(t, r, bff.Answer{Message: "BAKIMDAYIZ"}, nil); !errors.Is(err, bff.ReasonMaintenance) || len(detected) != 1 {
		t.Errorf("the brand's maintenance: %v, detected %v", err, detected)
	}
	if a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Message: "Bakımdayız"}, nil); err != nil || a.Debug != "" {
		t.Errorf("another brand: %+v, %v", a, err)
	}
}

func TestHTTP500WithAndWithoutPropagation(t *testing.T) {
	const guest, pending, session = bff.WhoGuest, bff.WhoPending, bff.WhoSession
	const read, write, money = bff.KindRead, bff.KindWrite, bff.KindMoney
	status := func(code int) error {
		return bff.ReasonBadUpstreamAnswer.WithCause(&transport.StatusError{Status: code})
	}
	unknown := bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer) // as adapters report it for money calls
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
		{"a timeout is not propagated", true, session, write, nil, bff.ReasonUpstreamTimeout, bff.ReasonUpstreamTimeout, ""},
		{"a read of a player", true, session, read, said, status(500), propagated, "Bir hata oluştu"},
		{"a call of a pending session", true, pending, write, said, status(500), propagated, "Bir hata oluştu"},
		{"a read of a guest", true, guest, read, said, status(500), bad, ""},
		{"a write of a guest", true, guest, write, said, status(500), bad, ""},
		{"a money call", true, session, money, said, unknown.WithCause(&transport.StatusError{Status: 500}), unknown, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			adapter := answering(c.answer, c.err)
			chain := NewChain(adapter, Settings{Messages: known, Propagate500: c.propagate})
			r := request("casino", c.kind)
			r.Rules.Who = c.who
			_, err := chain.Do(t.Context(), r)
			var reason *bff.Reason
			require.True(t, errors.Is(err, c.want) && errors.As(err, &reason) && reason.Message == c.message, "got %+v", err)
			for range 20 {
				_, err = chain.Do(t.Context(), r)
			}
			assert.True(t, errors.Is(err, bff.ReasonUnavailable) && adapter.calls.Load() == 10,
				"%d calls reached the adapter: the breaker did not open", adapter.calls.Load())
		})
	}
}
