package maintenance

import (
	"testing"

	"croupier/bff"
)

func TestProbeResults(t *testing.T) {
	for _, row := range []struct {
		name string
		a    *bff.Answer
		err  error
		want ProbeResult
	}{
		{"open", &bff.Answer{Result: true, Code: 200}, nil, ProbeOpen},
		{"result=false with code 400", &bff.Answer{Code: 400}, nil, ProbeClosed},
		{"result=false with code 200", &bff.Answer{Code: 200}, nil, ProbeClosed},
		{"a known maintenance message", nil, bff.ReasonMaintenance.WithRetryAfter(1), ProbeClosed},
		{"unknown call", &bff.Answer{Code: 404}, nil, ProbeUnknown},
		{"session required", &bff.Answer{Code: 403}, nil, ProbeUnknown},
		{"timeout", nil, bff.ReasonUpstreamTimeout, ProbeUnknown},
	} {
		if got := resultOf(row.a, row.err); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
}
