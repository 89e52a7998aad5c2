package protection_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestCallsAnswerTheStateInForce(t *testing.T) {
	r := newRig(t)
	r.brand.TimeZone = zone(t, "Europe/Istanbul")
	call := func(method, data string) string {
		t.Helper()
		raw, err := call(t, r.service, r.brand, "ayse", method, data, telling)
		if err != nil {
			return debugOf(err)
		}
		const constant = `,"kinds":["deposit","loss","stake","session_time"],"deposit_limit_required":false,"reality_check_minutes":60`
		return strings.Replace(raw, constant, "", 1)
	}
	deposit := func(key string, amount bff.MinorUnits) string {
		t.Helper()
		var reason *bff.Reason
		if errors.As(r.service.Reserve(t.Context(), r.brand, "ayse", key, amount, bff.PlatformPlayer{}), &reason) {
			return reason.Debug + " " + string(reason.Data)
		}
		return "counts"
	}
	const day = `{"kind":"deposit","period":"day"}`
	const renews, renewsNext = `"renews":"2026-11-28 00:00:00"`, `"renews":"2026-11-29 00:00:00"`
	// limit is the answer with a limit of a day, its use and its other fields.
	limit := func(amount, used int, fields string) string {
		const format = `{"limits":[{"kind":"deposit","period":"day","amount":%d,"used":%d,"left":%d,%s}]}`
		return fmt.Sprintf(format, amount, used, amount-used, fields)
	}
	r.want("nothing is set", call("get", `{}`), `{"limits":[]}`)
	set := func(amount string) string {
		return call("set", `{"kind":"deposit","period":"day","amount":`+amount+`}`)
	}
	r.want("a limit", set("500"), limit(500, 0, renews))
	r.want("300 of 500", deposit("a", 30_000), "counts")
	r.want("300 of 200", deposit("b", 30_000), `limit reached {"kind":"deposit","period":"day","left":200}`)
	r.want("what is left", call("get", `{}`), limit(500, 300, renews))
	const removal = `"pending":{"amount":null,"from":"2026-11-29 15:00:00","ready":false,"until":"2026-12-06 15:00:00"}`
	const pending = `"pending":{"amount":800,"from":"2026-11-28 15:00:00","ready":false,"until":"2026-12-05 15:00:00"}`
	r.want("800 wait", set("800"), limit(500, 300, renews+`,`+pending))
	r.want("too early", call("confirm", day), "limit waits")
	r.now = noon.Add(24 * time.Hour)
	r.want("confirmed a day later", call("confirm", day), limit(800, 0, renewsNext))
	r.want("nothing is pending", call("cancel_pending", day), "nothing pending")
	r.want("the removal waits", set("null"), limit(800, 0, renewsNext+`,`+removal))
	r.want("taken back", call("cancel_pending", day), limit(800, 0, renewsNext))
	r.want("800 of 800", deposit("c", 80_000), "counts")

	tell := func(change string) { _ = r.bus.Publish(t.Context(), bff.TopicPaymentChanged, []byte(change)) }
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"executed"}`)
	r.want("executed by the platform", deposit("d", 1), `limit reached {"kind":"deposit","period":"day","left":0}`)
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"refused"}`)
	r.want("refused by the platform later", deposit("d", 80_000), "counts")
	r.mayPlay("before the break", bff.PlatformPlayer{}, nil)
	call("cool_off", `{"hours":24}`)
	full, left := strings.TrimSuffix(limit(800, 800, renewsNext), "}"), strings.TrimSuffix(limit(800, 0,
		`"renews":"2026-12-01 00:00:00"`), "}")
	r.want("a break", call("cool_off", `{"hours":24}`), full+`,"cool_off":{"until":"2026-11-29 15:00:00"}}`)
	r.want("a deposit in it", deposit("e", 1), "cooling off ")
	r.mayPlay("a game in it", bff.PlatformPlayer{}, bff.ReasonCoolingOff)
	r.now = r.now.Add(48 * time.Hour)
	r.mayPlay("after the break", bff.PlatformPlayer{}, nil)
	r.want("six months", call("self_exclude", `{"months":6}`), left+`,"exclusion":{"until":"2027-05-30 15:00:00"}}`)
	r.want("for ever", call("self_exclude", `{"forever":true}`), left+`,"exclusion":{"until":null}}`)
	r.want("a deposit", deposit("f", 1), "self excluded ")
}
