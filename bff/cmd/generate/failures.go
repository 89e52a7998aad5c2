package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
)

// ownReasons lists the reasons for which the BFF itself fails a call. A money call that was sent may fail with any that a
// platform causes, as an outcome that is unknown.
func ownReasons() []*bff.Reason {
	reasons := bff.Reasons()
	for _, r := range bff.Reasons() {
		if r.Status >= http.StatusTooManyRequests {
			reasons = append(reasons, bff.OutcomeUnknown(r))
		}
	}
	return reasons
}

// failures returns the OpenAPI responses of the BFF's own failures.
func failures() yaml.MapSlice {
	return object(
		"Refused", failure("The request is refused.", func(status int) bool { return status < http.StatusInternalServerError }),
		"Failed", failure("The call failed.", func(status int) bool { return status >= http.StatusInternalServerError }),
	)
}

func failure(summary string, has func(status int) bool) yaml.MapSlice {
	var debugs []any
	var rows strings.Builder
	seen := map[string]bool{}
	for _, r := range ownReasons() {
		if !has(r.Status) {
			continue
		}
		if line := fmt.Sprintf("| %d | %s |\n", r.Status, r.Debug); !strings.Contains(rows.String(), line) {
			rows.WriteString(line)
		}
		if !seen[r.Debug] {
			seen[r.Debug] = true
			debugs = append(debugs, r.Debug)
		}
	}
	return object(
		"description", summary+" The HTTP status equals code.\n\n| code | debug |\n|---|---|\n"+strings.TrimSuffix(rows.String(), "\n"),
		"headers", headerRefs("X-Request-Id", "Retry-After"),
		"content", object("application/json", object("schema", object("allOf", []any{
			schemaRef("AnswerEnvelope"),
			object("properties", object("result", object("const", false), "debug", object("enum", debugs))),
		}))),
	)
}

// outcome is the part of an answer that identifies a kind of failure.
type outcome struct {
	Result bool   `json:"result"`
	Code   int    `json:"code"`
	Debug  string `json:"debug"`
}

func outcomeOf(e contract.Example) (o outcome) {
	_ = json.Unmarshal(e.Answer, &o) // valid, as the catalogue decoded it; a null debug is empty
	return o
}

// ownFailure reports whether the answer is one of the BFF's own failures, which have an HTTP status
// other than 200.
func ownFailure(e contract.Example) bool {
	o := outcomeOf(e)
	return slices.ContainsFunc(ownReasons(), func(r *bff.Reason) bool {
		return r.Status == o.Code && r.Debug == o.Debug
	})
}

// refused reports whether the request of e is invalid.
func refused(e contract.Example) bool {
	return outcomeOf(e).Debug == bff.ReasonInvalidPayload.Debug
}

func headerRefs(names ...string) yaml.MapSlice {
	var out yaml.MapSlice
	for _, name := range names {
		out = append(out, yaml.MapItem{Key: name, Value: object("$ref", "#/components/headers/"+name)})
	}
	return out
}

func answerHeaders(call *bff.Call) yaml.MapSlice {
	if call.Rules.Cache.Cacheable() {
		return headerRefs("X-Request-Id", "Croupier-Cache", "Age")
	}
	return headerRefs("X-Request-Id", "Croupier-Cache")
}
