package soak_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"croupier/bff/test/e2e/platform"
)

// kind is the meaning of a response for the player.
type kind string

const (
	executed   kind = "executed"
	refused    kind = "refused by the platform"
	unknown    kind = "outcome unknown"
	inProgress kind = "duplicate in progress"
	notSent    kind = "not sent, try again"
	loggedOut  kind = "logged out"
	lost       kind = "no response"
	unexpected kind = "unexpected"
)

func kindOf(r *response) kind {
	switch {
	case r.err != nil:
		return lost
	case r.Status == http.StatusOK && r.Result:
		return executed
	case r.Status == http.StatusOK && r.Message == refusal:
		return refused
	case r.Debug == "outcome unknown":
		return unknown
	case r.Status == http.StatusConflict:
		return inProgress
	case r.Debug == "anonymous user", r.Debug == "two factor required": // a login during a fault waits for a code
		return loggedOut
	case r.Status == http.StatusServiceUnavailable, r.Status == http.StatusTooManyRequests:
		return notSent
	}
	return unexpected
}

// verdict compares the responses to players with the executions of the platform.
type verdict struct {
	told      map[kind]int // responses
	final     map[kind]int // operations
	all       int          // operations
	executed  int          // operations
	left      int          // players with a successful logout
	elsewhere int          // their requests that another instance still accepted
	answers   int64        // inspected for canaries
	latency   []time.Duration
	breaches  map[string][]string // examples by invariant
	counts    map[string]int      // of breaches
}

// The invariants.
const (
	twice      = "executed twice"
	untold     = "executed and told as not executed"
	invented   = "told as executed and not executed"
	changed    = "a repeat got another answer"
	unclear    = "executed and unclear at the end"
	resent     = "sent after its outcome was told as unknown"
	strange    = "unexpected response"
	foreigners = "canary of another player or brand"
	revived    = "logged out session used again"
	replayed   = "used refresh token sent again"
)

var invariants = []string{twice, untold, invented, changed, unclear, resent, strange, foreigners, revived, replayed}

func (v *verdict) breach(invariant, format string, args ...any) {
	v.counts[invariant]++
	if len(v.breaches[invariant]) < 5 {
		v.breaches[invariant] = append(v.breaches[invariant], fmt.Sprintf(format, args...))
	}
}

func (w *world) judge(ops []*operation, leavers []*leaver) *verdict {
	v := &verdict{
		all: len(ops), told: map[kind]int{}, final: map[kind]int{}, breaches: map[string][]string{},
		counts: map[string]int{},
	}
	players := map[*player]bool{}
	for _, o := range ops {
		players[o.player] = true
		v.judge(o, w.platform.Executions(o.key))
	}
	for _, l := range leavers {
		players[&l.player] = true
		if !l.ended.IsZero() {
			v.left++
			v.elsewhere += l.elsewhere
		}
		for _, r := range l.revived {
			v.breach(revived, "%s, told at %s: %s", l.name, at(l.ended), describe(r))
		}
	}
	_, replays := w.front.Renewals()
	for _, session := range replays {
		v.breach(replayed, "%s", session)
	}
	for p := range players {
		v.answers += p.answers.Load()
		for range p.foreign.Load() {
			v.breach(foreigners, "%s received %.300s", p.name, *p.example.Load())
		}
	}
	return v
}

func (v *verdict) judge(o *operation, truth []platform.Execution) {
	if len(truth) > 0 {
		v.executed++
	}
	if len(truth) > 1 {
		v.breach(twice, "key %s: %+v", o.key, truth)
	}
	final := kindOf(o.final)
	v.final[final]++
	if len(truth) > 0 && final != executed && final != unknown && final != inProgress {
		v.breach(unclear, "key %s executed at %s by %s, at the end: %s", o.key, at(truth[0].At), truth[0].RequestID,
			describe(o.final))
	}
	var told time.Time // the first response with an unknown outcome
	for _, r := range o.responses {
		k := kindOf(r)
		v.told[k]++
		if r.err == nil {
			v.latency = append(v.latency, r.ended.Sub(r.began))
		}
		switch {
		case k == unknown && (told.IsZero() || r.ended.Before(told)):
			told = r.ended
		case k == unexpected:
			v.breach(strange, "key %s: %s", o.key, describe(r))
		case k == executed && len(truth) == 0:
			v.breach(invented, "key %s: %s", o.key, describe(r))
		case k == executed && r.Message != truth[0].Message:
			v.breach(changed, "key %s: executed as %q, told %s", o.key, truth[0].Message, describe(r))
		}
		for _, e := range truth {
			if e.RequestID == r.request && r.request != "" && k != executed && k != unknown {
				v.breach(untold, "key %s executed at %s by this request: %s", o.key, at(e.At), describe(r))
			}
		}
	}
	for _, r := range o.responses {
		for _, e := range truth {
			if !told.IsZero() && e.RequestID == r.request && r.request != "" && r.began.After(told) {
				v.breach(resent, "key %s: told as unknown at %s, executed at %s by %s", o.key, at(told), at(e.At),
					describe(r))
			}
		}
	}
}

func at(t time.Time) string { return t.Format("15:04:05.000") }

func describe(r *response) string {
	if r.err != nil {
		return fmt.Sprintf("%s–%s no response: %v", at(r.began), at(r.ended), r.err)
	}
	return fmt.Sprintf("%s–%s %s %d %.200s", at(r.began), at(r.ended), r.request, r.Status, r.raw)
}

func (v *verdict) broken() []string {
	var out []string
	for _, name := range invariants {
		if v.counts[name] > 0 {
			out = append(out, fmt.Sprintf("%s: %d\n  %s", name, v.counts[name], strings.Join(v.breaches[name], "\n  ")))
		}
	}
	if v.executed == 0 {
		out = append(out, "no operation was executed")
	}
	return out
}

func (v *verdict) table(w *world) string {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(name string, values ...any) {
		_, _ = fmt.Fprintf(tw, "%s\t%s\n", name, strings.TrimSpace(fmt.Sprintln(values...)))
	}
	kinds := func(name string, numbers map[kind]int) {
		total := 0
		for _, k := range slices.Sorted(maps.Keys(numbers)) {
			line("  "+name+string(k), numbers[k])
			total += numbers[k]
		}
		line("  "+name+"altogether", total)
	}
	line("operations, executed", v.all, v.executed)
	kinds("at the end: ", v.final)
	line("requests")
	kinds("", v.told)
	slices.Sort(v.latency)
	if n := len(v.latency); n > 0 {
		line("  p50, p99", v.latency[n/2].Round(time.Millisecond), v.latency[n*99/100].Round(time.Millisecond))
	}
	f := &w.figures
	line("faulty requests, outages of the platform", f.requestFaults.Load(), f.outages.Load())
	line("instances killed", f.kills.Load())
	line("Redis flushed, paused, killed", f.flushes.Load(), f.pauses.Load(), f.redisKills.Load())
	line("players logged out, requests that the other or a restarted instance allowed", v.left, v.elsewhere)
	line("answers searched for canaries", v.answers)
	renewals, _ := w.front.Renewals()
	line("renewed sessions of the platform", renewals)
	for _, name := range invariants {
		line("INVARIANT "+name, v.counts[name], "(want 0)")
	}
	_ = tw.Flush()
	return b.String()
}
