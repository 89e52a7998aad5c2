package upstream

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// ContractSettings configure the validation of answers. The zero value disables it.
type ContractSettings struct {
	Checker    ContractChecker
	Overrides  contract.Overrides // deviations of this upstream that are accepted
	Deviations Deviations         // receives the others; may be nil
}

// ContractChecker validates answers. Package contract implements it.
type ContractChecker interface {
	Violations(call *bff.Call, data json.RawMessage, accepted map[string]contract.Override) []bff.Violation
	ReadableData(call *bff.Call, data json.RawMessage) bool
}

// Deviations receives the violations of an answer.
type Deviations interface {
	Observe(ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation)
}

// emptyList is served for data that an override of bff.RootPath allows to be null.
const emptyList = "[]"

// checkContract observes the deviations of every answer. If the call is enforced, or if the site
// cannot read the type of data, it refuses the answer as ReasonBadUpstreamAnswer, but never the
// answer of a money call.
func checkContract(next stage, upstream string, s ContractSettings) stage {
	if s.Checker == nil {
		return next
	}
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		a, err := next(ctx, c, r)
		if a != nil && len(a.Deviations) > 0 && s.Deviations != nil {
			s.Deviations.Observe(ctx, r, upstream, a.Deviations)
		}
		if err != nil || !a.Result || r.Call.Local {
			return a, err
		}
		accepted := s.Overrides[r.Call.Name()]
		if isNull(a.Data) && accepted[bff.RootPath].Nullable {
			a.Data = json.RawMessage(emptyList)
		}
		found := s.Checker.Violations(r.Call, a.Data, accepted)
		if len(found) == 0 {
			return a, nil
		}
		if s.Deviations != nil {
			s.Deviations.Observe(ctx, r, upstream, found)
		}
		if r.Rules.Kind == bff.KindMoney || s.Checker.ReadableData(r.Call, a.Data) &&
			contractMode(r) == bff.ContractObserve {
			return a, nil
		}
		v := found[0]
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(fmt.Errorf("data violates the contract: %s is %s, want %s",
			v.Path, v.Got, v.Want))
	}
}

func isNull(data json.RawMessage) bool { return len(data) == 0 || string(data) == "null" }

// contractMode returns the mode of a call, from the brand or from the contract.
func contractMode(r *bff.UpstreamRequest) bff.ContractMode {
	if own, ok := r.Brand.Contract[r.Call.Name()]; ok {
		return own
	}
	if r.Rules.Contract == bff.ContractEnforce {
		return bff.ContractEnforce
	}
	return bff.ContractObserve
}

// DeviationOptions are the dependencies of NewDeviationLog. All are required.
type DeviationOptions struct {
	Log      *slog.Logger
	Clock    func() time.Time
	Count    func(call, path string) // counts an answer with a violation; both labels are bounded
	IsSecret func(name string) bool  // names of values that are never shown, not even their form
}

// maxDeviations bounds the listed paths. Further violations have otherPath.
const maxDeviations = 500

// otherPath is the path of violations beyond maxDeviations.
const otherPath = "other"

// logInterval is the time between two log entries about one path.
const logInterval = time.Minute

// DeviationLog lists, counts and logs the deviations from the contract since the start of the
// process.
type DeviationLog struct {
	DeviationOptions
	mu   sync.Mutex
	rows map[deviationKey]*deviationRow
}

type deviationKey struct{ upstream, call, path string }

type deviationRow struct {
	bff.Deviation
	logged time.Time
}

// NewDeviationLog returns an empty DeviationLog.
func NewDeviationLog(o DeviationOptions) *DeviationLog {
	return &DeviationLog{DeviationOptions: o, rows: map[deviationKey]*deviationRow{}}
}

// Observe records the violations of one answer. It ignores testers, because their faults are not
// the platform's.
func (l *DeviationLog) Observe(ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation) {
	if !r.Partition.IsWhole() {
		return
	}
	now := l.Clock().UTC()
	counted := map[string]bool{} // several may be otherPath
	for _, v := range found {
		d, log := l.record(r, upstream, v, now)
		if !counted[d.Path] {
			counted[d.Path] = true
			l.Count(d.Call, d.Path)
		}
		if log {
			l.Log.WarnContext(ctx, "answer deviates from the contract", "brand", d.Brand, "upstream", d.Upstream,
				"call", d.Call, "path", d.Path, "got", d.Got, "want", d.Want, "answers", d.Count)
		}
	}
}

// record adds a violation and reports whether it is to be logged.
func (l *DeviationLog) record(r *bff.UpstreamRequest, upstream string, v bff.Violation,
	now time.Time,
) (d bff.Deviation, log bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := deviationKey{upstream, r.Call.Name(), v.Path}
	found := l.rows[k]
	if found == nil && len(l.rows) >= maxDeviations {
		k.path = otherPath
		found = l.rows[k]
	}
	if found == nil {
		found = &deviationRow{Deviation: bff.Deviation{Upstream: upstream, Call: k.call, Path: k.path, First: now}}
		l.rows[k] = found
	}
	found.Brand, found.Got, found.Want, found.Example = r.Brand.ID, v.Got, v.Want, v.Example
	if name := v.Path[strings.LastIndexByte(v.Path, '.')+1:]; l.IsSecret(strings.TrimRight(name, "[]*")) {
		found.Example = "[redacted]"
	}
	found.Count++
	found.Last = now
	if log = now.Sub(found.logged) >= logInterval; log {
		found.logged = now
	}
	return found.Deviation, log
}

// List returns the deviations, the latest first.
func (l *DeviationLog) List() []bff.Deviation {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]bff.Deviation, 0, len(l.rows))
	for _, found := range l.rows {
		out = append(out, found.Deviation)
	}
	slices.SortFunc(out, func(a, b bff.Deviation) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Upstream, b.Upstream), cmp.Compare(a.Call, b.Call),
			cmp.Compare(a.Path, b.Path))
	})
	return out
}
