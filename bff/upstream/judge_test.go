package upstream

import (
	"context"
	"errors"
	"testing"

	"croupier/bff"
)

type messages map[string]bff.Recognised

func (m messages) Recognise(message string) (bff.Recognised, bool) {
	r, ok := m[message]
	return r, ok
}

type detector []string

func (d *detector) Detected(brand string) { *d = append(*d, brand) }

var known = messages{
	"Oturum Süresi Doldu":            {Debug: "anonymous user", EndsSession: true},
	"Kayıt Bulunamadı":               {Debug: "no records"},
	"This site is under maintenance": {Debug: "maintenance", Maintenance: true},
}

func judged(t *testing.T, r *bff.UpstreamRequest, a bff.Answer, with error) (*bff.Answer, detector, error) {
	t.Helper()
	var d detector
	adapter := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return &a, with })
	got, err := Chain(adapter, Settings{Messages: known, Maintenance: &d}).Do(t.Context(), r)
	return got, d, err
}

func TestJudgeFillsCodeAndDebug(t *testing.T) {
	cases := []struct {
		name  string
		in    bff.Answer
		code  int
		debug string
	}{
		{"a success without code is 200", bff.Answer{Result: true}, 200, ""},
		{"a success has no debug", bff.Answer{Result: true, Code: 200, Debug: "took 3ms"}, 200, ""},
		{"a success is not recognised by its message", bff.Answer{Result: true, Message: "Kayıt Bulunamadı"}, 200, ""},
		{"a recognised failure gets its word", bff.Answer{Message: "Oturum Süresi Doldu", Code: 403}, 403, "anonymous user"},
		{"the upstream's own word stays", bff.Answer{Message: "Kayıt Bulunamadı", Code: 404, Debug: "nothing here"}, 404, "nothing here"},
		{"an unknown failure has none", bff.Answer{Message: "Yetersiz bakiye", Code: 7}, 7, ""},
		{"internals are dropped", bff.Answer{Message: "Hata", Code: 1, Debug: "at Db.php:17\n#0 /srv/app"}, 1, ""},
		{"internals are dropped for the recognised word", bff.Answer{Message: "Kayıt Bulunamadı", Debug: "SELECT * FROM users;"}, 400, "no records"},
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

func TestUpstreamsOwnMaintenanceIsAReasonAndIsNoted(t *testing.T) {
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

func TestMaintenanceOfATestersWorldIsNotTheBrands(t *testing.T) {
	r := request("casino", bff.KindRead)
	r.World = "ayse"
	_, detected, err := judged(t, r, bff.Answer{Message: "This site is under maintenance"}, nil)
	if !errors.Is(err, bff.ReasonMaintenance) || len(detected) != 0 {
		t.Errorf("got %v, detected %v", err, detected)
	}
}

func TestAnswerOfAFailedHTTPIsNotPassedOn(t *testing.T) {
	a, _, err := judged(t, request("casino", bff.KindRead), bff.Answer{Result: true}, bff.ReasonBadUpstreamAnswer)
	if a != nil || !errors.Is(err, bff.ReasonBadUpstreamAnswer) {
		t.Errorf("got %v, %v", a, err)
	}
}
