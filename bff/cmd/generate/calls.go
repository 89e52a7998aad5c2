package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff/contract"
)

// writeCalls generates calls.ts: the typed call table and the paths besides the gateway.
func writeCalls(c *contract.Catalogue) []byte {
	var types, table, paths bytes.Buffer
	used := map[string]bool{}
	for _, call := range c.Calls() {
		request, answer := c.Definitions(call)
		used[request], used[answer] = true, true
		fmt.Fprintf(&types, "  /** %s (%s). */\n", call.Summary, call.Source)
		fmt.Fprintf(&types, "  '%s': { request: %s; answer: %s; who: '%s'; kind: '%s'; paginated: %v };\n",
			call.Name(), request, answer, call.Rules.Who, call.Rules.Kind, call.Paginated)
		fmt.Fprintf(&table, "  '%s': { who: '%s', kind: '%s', paginated: %v, defaults: %s },\n",
			call.Name(), call.Rules.Who, call.Rules.Kind, call.Paginated, tsDefaults(c.Defaults(call)))
	}
	for _, p := range c.Paths() {
		query := "undefined"
		if p.Query != "" {
			query, used[p.Query] = p.Query, true
		}
		used[p.Answer] = true
		fmt.Fprintf(&paths, "  /** %s (%s). */\n  '%s': { query: %s; answer: %s };\n", p.Summary, p.Source, p.Path, query, p.Answer)
	}
	var out bytes.Buffer
	out.WriteString(tsHeader)
	out.WriteString("import type {\n  " + strings.Join(slices.Sorted(maps.Keys(used)), ",\n  ") + ",\n} from './types';\n\n")
	out.WriteString("/** Request and answer of each call, and its rules without variants. */\nexport interface Calls {\n" + types.String() + "}\n\n")
	out.WriteString(callTypes)
	out.WriteString("/** The rules of every call, without variants. */\n")
	out.WriteString("export const calls: Readonly<Record<CallName, CallRules>> = {\n" + table.String() + "};\n\n")
	out.WriteString("/** The plain GET paths besides the gateway; their responses have no envelope. */\n")
	out.WriteString("export interface Paths {\n" + paths.String() + "}\n")
	return out.Bytes()
}

const callTypes = `/** The name of a call: class/method. */
export type CallName = keyof Calls;

/** The data of a call's request. */
export type RequestOf<N extends CallName> = Calls[N]['request'];

/** The data of a call's successful answer. */
export type AnswerOf<N extends CallName> = Calls[N]['answer'];

type CallNameWith<Rules> = { [N in CallName]: Calls[N] extends Rules ? N : never }[CallName];

/** The calls whose answers have a pagination. */
export type PaginatedCallName = CallNameWith<{ paginated: true }>;

/** The reads; the page may cache their answers. */
export type ReadCallName = CallNameWith<{ kind: 'read' }>;

/** The money calls; each needs an Idempotency-Key. */
export type MoneyCallName = CallNameWith<{ kind: 'money' }>;

/** The calls whose request fields are all optional. */
export type BareCallName = {
  [N in CallName]: {} extends RequestOf<N> ? N : never;
}[CallName];

/** The data of a list's request without pagination, which useCallPages sets. */
export type Unpaged<N extends PaginatedCallName> = Omit<RequestOf<N>, 'limit' | 'offset' | 'Lang'>;

/** An item of a list. */
export type ItemOf<N extends PaginatedCallName> = AnswerOf<N>[number];

/** Caller, kind and defaults of a call. */
export interface CallRules {
  readonly who: 'guest' | 'session' | 'pending' | 'anyone';
  readonly kind: 'read' | 'write' | 'money';
  readonly paginated: boolean;
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
}

`

func tsDefaults(defaults map[string]any) string {
	if len(defaults) == 0 {
		return "{}"
	}
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(defaults)) {
		parts = append(parts, field+": "+tsLiteral(defaults[field]))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// writeExamples generates examples.ts. The examples are typed, so that the compiler checks the
// generated types, and serve as fixtures of the site's tests.
func writeExamples(c *contract.Catalogue) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(tsHeader)
	out.WriteString(exampleTypes)
	for _, call := range c.Calls() {
		fmt.Fprintf(&out, "  '%s': [\n", call.Name())
		for _, e := range c.Examples(call) {
			var answer struct {
				Result bool `json:"result"`
			}
			if err := json.Unmarshal(e.Answer, &answer); err != nil {
				return nil, fmt.Errorf("%s: %w", call.Name(), err)
			}
			fmt.Fprintf(&out, "    { name: %s, result: %v, data: %s, answer: %s },\n",
				tsLiteral(e.Name), answer.Result, compact(e.Data), compact(e.Answer))
		}
		out.WriteString("  ],\n")
	}
	out.WriteString("};\n")
	return out.Bytes(), nil
}

const exampleTypes = `import type { AnswerOf, CallName, RequestOf } from './calls';
import type { AnswerEnvelope } from './types';

/** A request and its successful answer. */
export interface SuccessfulExample<N extends CallName> {
  name: string;
  result: true;
  data: RequestOf<N>;
  answer: AnswerEnvelope & { result: true; data: AnswerOf<N> };
}

/** A request that failed or was invalid. */
export interface FailedExample {
  name: string;
  result: false;
  data: Record<string, unknown>;
  answer: AnswerEnvelope & { result: false };
}

/** One request of a call and its answer. */
export type Example<N extends CallName> = SuccessfulExample<N> | FailedExample;

/** The examples of contracts/examples, for tests only; not imported by the bundles of the site. */
export const examples: { readonly [N in CallName]: readonly Example<N>[] } = {
`

func compact(raw json.RawMessage) string {
	var out bytes.Buffer
	_ = json.Compact(&out, raw) // valid, as it was decoded before
	return out.String()
}
