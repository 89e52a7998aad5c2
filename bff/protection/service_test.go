package protection_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/protection"
	"croupier/bff/store/embedded"
)

func TestCallsAnswerTheStateInForce(t *testing.T) {
	s, _ := embeddedBackend(t)(t)
	now, changes := noon, new(embedded.Bus)
	service := protection.NewService(protection.NewRegister(s, indexkey.New()), changes, slog.New(slog.DiscardHandler), func(*bff.Brand, string) time.Time { return now })
	marmara := &bff.Brand{ID: "marmara", TimeZone: zone(t, "Europe/Istanbul")}
	call := func(method, data string) string {
		t.Helper()
		decoded := map[string]any{}
		if err := json.Unmarshal([]byte(data), &decoded); err != nil {
			t.Fatal(err)
		}
		for name, v := range decoded { // as the gateway decodes
			if n, ok := v.(float64); ok {
				raw, _ := json.Marshal(n)
				decoded[name] = json.Number(raw)
			}
		}
		raw, err := service.Call(t.Context(), marmara, "ayse", method, decoded, telling)
		var reason *bff.Reason
		if errors.As(err, &reason) {
			return reason.Debug
		}
		if err != nil {
			return err.Error()
		}
		return strings.Replace(string(raw), `,"kinds":["deposit","loss","stake","session_time"],"deposit_limit_required":false,"reality_check_minutes":60`, "", 1)
	}
	deposit := func(key string, amount bff.MinorUnits) string {
		t.Helper()
		var reason *bff.Reason
		if errors.As(service.Reserve(t.Context(), marmara, "ayse", key, amount, bff.PlatformPlayer{}), &reason) {
			return reason.Debug + " " + string(reason.Data)
		}
		return "counts"
	}
	step := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
	const day = `{"kind":"deposit","period":"day"}`
	const renews = `"renews":"2026-11-28 00:00:00"`
	step("nothing is set", call("get", `{}`), `{"limits":[]}`)
	step("a limit", call("set", `{"kind":"deposit","period":"day","amount":500}`), `{"limits":[{"kind":"deposit","period":"day","amount":500,"used":0,"left":500,`+renews+`}]}`)
	step("300 of 500", deposit("a", 30_000), "counts")
	step("300 of 200", deposit("b", 30_000), `limit reached {"kind":"deposit","period":"day","left":200}`)
	step("what is left", call("get", `{}`), `{"limits":[{"kind":"deposit","period":"day","amount":500,"used":300,"left":200,`+renews+`}]}`)
	const pending = `"pending":{"amount":800,"from":"2026-11-28 15:00:00","ready":false,"until":"2026-12-05 15:00:00"}`
	step("800 wait", call("set", `{"kind":"deposit","period":"day","amount":800}`), `{"limits":[{"kind":"deposit","period":"day","amount":500,"used":300,"left":200,`+renews+`,`+pending+`}]}`)
	step("too early", call("confirm", day), "limit waits")
	now = noon.Add(24 * time.Hour)
	step("confirmed a day later", call("confirm", day), `{"limits":[{"kind":"deposit","period":"day","amount":800,"used":0,"left":800,"renews":"2026-11-29 00:00:00"}]}`)
	step("nothing is pending", call("cancel_pending", day), "nothing pending")
	step("the removal waits", call("set", `{"kind":"deposit","period":"day","amount":null}`), `{"limits":[{"kind":"deposit","period":"day","amount":800,"used":0,"left":800,"renews":"2026-11-29 00:00:00","pending":{"amount":null,"from":"2026-11-29 15:00:00","ready":false,"until":"2026-12-06 15:00:00"}}]}`)
	step("taken back", call("cancel_pending", day), `{"limits":[{"kind":"deposit","period":"day","amount":800,"used":0,"left":800,"renews":"2026-11-29 00:00:00"}]}`)
	step("800 of 800", deposit("c", 80_000), "counts")

	stop := service.Follow(t.Context())
	tell := func(change string) { _ = changes.Publish(t.Context(), bff.TopicPaymentChanged, []byte(change)) }
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"executed"}`)
	step("executed by the platform", deposit("d", 1), `limit reached {"kind":"deposit","period":"day","left":0}`)
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"refused"}`)
	step("refused by the platform later", deposit("d", 80_000), "counts")
	stop()

	if err := service.MayPlay(t.Context(), marmara, "ayse", bff.PlatformPlayer{}); err != nil {
		t.Errorf("before the break: %v", err)
	}
	call("cool_off", `{"hours":24}`)
	step("a break", call("cool_off", `{"hours":24}`)[len(`{"limits":[{"kind":"deposit","period":"day","amount":800,"used":800,"left":0,"renews":"2026-11-29 00:00:00"}],`):], `"cool_off":{"until":"2026-11-29 15:00:00"}}`)
	step("a deposit in it", deposit("e", 1), "cooling off ")
	if err := service.MayPlay(t.Context(), marmara, "ayse", bff.PlatformPlayer{}); !errors.Is(err, bff.ReasonCoolingOff) {
		t.Errorf("a game in it: %v", err)
	}
	now = now.Add(48 * time.Hour)
	if err := service.MayPlay(t.Context(), marmara, "ayse", bff.PlatformPlayer{}); err != nil {
		t.Errorf("after the break: %v", err)
	}
	const left = `{"limits":[{"kind":"deposit","period":"day","amount":800,"used":0,"left":800,"renews":"2026-12-01 00:00:00"}],`
	step("six months", call("self_exclude", `{"months":6}`), left+`"exclusion":{"until":"2027-05-30 15:00:00"}}`)
	step("for ever", call("self_exclude", `{"forever":true}`), left+`"exclusion":{"until":null}}`)
	step("a deposit", deposit("f", 1), "self excluded ")
}
