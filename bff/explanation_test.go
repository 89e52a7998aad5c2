package bff_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestEveryReasonIsExplained(t *testing.T) {
	for _, r := range append(bff.Reasons(), bff.OutcomeUnknown(bff.ReasonUnavailable)) {
		assert.Regexp(t, `^[A-Z][^;]+\.$`, r.Explanation().Meaning, r.Key)
		assert.NotEmpty(t, r.Explanation().FixedBy, r.Key)
	}
}
