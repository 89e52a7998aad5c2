package gateway_test

import (
	"testing"

	"croupier/bff"
)

func TestStreamReloadsBrand(t *testing.T) {
	p := openPage(t, func(r *fixture) {
		r.sessions.open("s")
		r.respond(bff.Answer{Result: true, Data: []byte(`[{"balance":5}]`), Code: 200})
	}, cookie("s"))
	p.readStart(t)
	reloaded := *p.marmara()
	reloaded.Upstream = bff.UpstreamRules{Name: "another platform"}
	p.brands["localhost"] = &reloaded
	p.hub.events <- bff.Event{Name: bff.EventBalance}
	p.wantEvent(t, `event: balance|data: {"balance":5}`)
	if got := p.sent[0].Brand.Upstream.Name; got != "another platform" {
		t.Errorf("requested %q from the former platform", got)
	}
}

func TestStreamEndsWithItsBrand(t *testing.T) {
	for name, stir := range map[string]func(*page){
		"at an event": func(p *page) { p.hub.events <- bff.Event{Name: bff.EventMaintenance} },
		"at a beat":   func(p *page) { p.beats <- p.now },
	} {
		for what, by := range map[string]*bff.Brand{"gone": nil, "the host given to another": brand("zephyr", "en")} {
			t.Run(name+", "+what, func(t *testing.T) {
				p := openPage(t, nil)
				p.readStart(t)
				if delete(p.brands, "localhost"); by != nil {
					p.brands["localhost"] = by
				}
				stir(p)
				p.wantEvent(t, "end")
				<-p.hub.closed
			})
		}
	}
}
