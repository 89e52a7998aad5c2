package gateway_test

import (
	"testing"

	"croupier/bff"
)

func TestAStreamKnowsItsBrandAsItIsConfiguredByNow(t *testing.T) {
	p := openPage(t, func(r *rig) {
		r.sessions.open("s")
		r.says(bff.Answer{Result: true, Data: []byte(`[{"balance":5}]`), Code: 200})
	}, cookie("s"))
	p.begins(t)
	reloaded := *p.marmara()
	reloaded.Upstream = bff.UpstreamRules{Name: "another platform"}
	p.brands["localhost"] = &reloaded
	p.hub.events <- bff.Event{Name: bff.EventBalance}
	p.reads(t, `event: balance|data: {"balance":5}`)
	if got := p.sent[0].Brand.Upstream.Name; got != "another platform" {
		t.Errorf("asked the platform %q, which may be none of the brand's any more", got)
	}
}

func TestAStreamEndsWithItsBrand(t *testing.T) {
	for name, stir := range map[string]func(*page){
		"at an event": func(p *page) { p.hub.events <- bff.Event{Name: bff.EventMaintenance} },
		"at a beat":   func(p *page) { p.beats <- p.now },
	} {
		for what, by := range map[string]*bff.Brand{"gone": nil, "the host given to another": brand("zephyr", "en")} {
			t.Run(name+", "+what, func(t *testing.T) {
				p := openPage(t, nil)
				p.begins(t)
				if delete(p.brands, "localhost"); by != nil {
					p.brands["localhost"] = by
				}
				stir(p)
				p.reads(t, "end")
				<-p.hub.over
			})
		}
	}
}
