package upstream

import (
	"context"
	"errors"
	"strings"
	"testing"

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
	adapter := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return &a, with })
	got, err := NewChain(adapter, Settings{Messages: known, Maintenance: &d}).Do(t.Context(), r)
	return got, d, err
}

func TestClassifyFillsCodeAndDebug(t *testing.T) {
	cases := []struct {
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
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, _, err := judged(t, request("casino", bff.KindRead), c.in, nil)
			if err != nil {
				t.Fatal(err)
			}
			if a.Code != c.code || a.Debug != c.debug || a.Message != c.in.Message {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestUpstreamMaintenanceIsReported(t *testing.T) {
	said := bff.Answer{Message: "This site is under maintenance", Code: 503}
	for name, with := range map[string]error{"in an answer": nil, "with HTTP 503": bff.ReasonBadUpstreamAnswer} {
		_, detected, err := judged(t, request("casino", bff.KindRead), said, with)
		var reason *bff.Reason
		if !errors.Is(err, bff.ReasonMaintenance) || !errors.As(err, &reason) || reason.RetryAfter == 0 {
			t.Errorf("%s: got %v", name, err)
		}
		if len(detected) != 1 || detected[0] != "marmara" {
			t.Errorf("%s: detected %v", name, detected)
		}
	}
}

func TestMaintenanceOfAMockWorldIsNotReported(t *testing.T) {
	r := request("casino", bff.KindRead)
	r.World = "ayse"
	_, detected, err := judged(t, r, bff.Answer{Message: "This site is under maintenance"}, nil)
	if !errors.Is(err, bff.ReasonMaintenance) || len(detected) != 0 {
		t.Errorf("got %v, detected %v", err, detected)
	}
}

func TestAnswerOfAFailedRequestIsDropped(t *testing.T) {
	a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Result: true}, bff.ReasonBadUpstreamAnswer)
	if a != nil || !errors.Is(err, bff.ReasonBadUpstreamAnswer) {
		t.Errorf("got %v, %v", a, err)
	}
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
		if err != nil || a.Debug != want {
			t.Errorf("%.40q: %+v, %v, want debug %q", message, a, err, want)
		}
	}
	if _, detected, err := judged(t, r, bff.Answer{Message: "BAKIMDAYIZ"}, nil); !errors.Is(err, bff.ReasonMaintenance) || len(detected) != 1 {
		t.Errorf("the brand's maintenance: %v, detected %v", err, detected)
	}
	if a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Message: "Bakımdayız"}, nil); err != nil || a.Debug != "" {
		t.Errorf("another brand: %+v, %v", a, err)
	}
}

func TestOnly500sOfSessionCallsArePropagated(t *testing.T) {
	for _, c := range []struct {
		name string
		who  bff.Who
		kind bff.Kind
		want *bff.Reason
	}{
		{"a read of a player", bff.WhoSession, bff.KindRead, bff.ReasonUpstreamError},
		{"a write of a player", bff.WhoSession, bff.KindWrite, bff.ReasonUpstreamError},
		{"a call of a pending session", bff.WhoPending, bff.KindWrite, bff.ReasonUpstreamError},
		{"a read of a guest", bff.WhoGuest, bff.KindRead, bff.ReasonBadUpstreamAnswer},
		{"a write of a guest", bff.WhoGuest, bff.KindWrite, bff.ReasonBadUpstreamAnswer},
		{"a money call", bff.WhoSession, bff.KindMoney, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
	} {
		t.Run(c.name, func(t *testing.T) {
			failed := bff.ReasonBadUpstreamAnswer
			if c.kind == bff.KindMoney { // as adapters report it
				failed = bff.OutcomeUnknown(failed)
			}
			adapter := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				return &bff.Answer{Message: "Bir hata oluştu"}, failed.WithCause(&transport.StatusError{Status: 500})
			})
			r := request("finance", c.kind)
			r.Rules.Who = c.who
			if _, err := NewChain(adapter, Settings{Propagate500: true}).Do(t.Context(), r); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestHTTP500WithAndWithoutPropagation(t *testing.T) {
	failed := func(status int) error {
		return bff.ReasonBadUpstreamAnswer.WithCause(&transport.StatusError{Status: status})
	}
	said := &bff.Answer{Message: "Bir hata oluştu", Code: 17}
	cases := []struct {
		name      string
		propagate bool
		answer    *bff.Answer
		err       error
		want      *bff.Reason
		message   string
	}{
		{"not propagated", false, said, failed(500), bff.ReasonBadUpstreamAnswer, ""},
		{"propagated with its message", true, said, failed(500), bff.ReasonUpstreamError, "Bir hata oluştu"},
		{"propagated without an envelope", true, nil, failed(500), bff.ReasonUpstreamError, ""},
		{"propagated for an inconsistent success", true, &bff.Answer{Result: true, Message: "Tamam"}, failed(500), bff.ReasonUpstreamError, ""},
		{"HTTP 503 is not propagated", true, nil, failed(503), bff.ReasonBadUpstreamAnswer, ""},
		{"a timeout is not propagated", true, nil, bff.ReasonUpstreamTimeout, bff.ReasonUpstreamTimeout, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
				if c.answer == nil {
					return nil, c.err
				}
				a := *c.answer
				return &a, c.err
			}}
			chain := NewChain(adapter, Settings{Messages: known, Propagate500: c.propagate})
			session := request("casino", bff.KindWrite)
			session.Rules.Who = bff.WhoSession
			_, err := chain.Do(t.Context(), session)
			var reason *bff.Reason
			if !errors.Is(err, c.want) || !errors.As(err, &reason) || reason.Message != c.message {
				t.Fatalf("got %+v", err)
			}
			for range 20 {
				_, err = chain.Do(t.Context(), session)
			}
			if !errors.Is(err, bff.ReasonUnavailable) || adapter.calls.Load() != 10 {
				t.Errorf("%d calls reached the adapter: the breaker did not open", adapter.calls.Load())
			}
		})
	}
}
