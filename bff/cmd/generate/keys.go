package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"croupier/bff"
	"croupier/bff/contract"
)

// writeKeys generates keys.ts: a function for each call that returns its cache key.
func writeKeys(c *contract.Catalogue) []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader + keyTypes)
	for _, call := range c.Calls() {
		fmt.Fprintf(&out, "\n/** %s (%s). */\nexport const %s: KeyOf<'%s'> = (data, scope) =>\n  keyOf('%s', data, scope, %s);\n",
			call.Summary, call.Source, keyName(call), call.Name(), call.Name(), perPlayer(c, call))
	}
	return out.Bytes()
}

const keyTypes = `import type { CallName, RequestOf } from './calls';

/** What a cached response depends on besides the request. */
export interface CacheScope {
  brand: string;
  language: string;
  /** The player's uid; '' for a guest. */
  player: string;
}

/** The cache key of a response; player is '' when the response is the same for every player. */
export type CallKey<N extends CallName = CallName> = readonly [
  name: N,
  data: RequestOf<N>,
  brand: string,
  language: string,
  player: string,
];

/** Returns the key of a call; null when the call needs a player and none is signed in. */
export type KeyOf<N extends CallName> = (data: RequestOf<N>, scope: CacheScope) => CallKey<N> | null;

/** Returns the player of a key; '' when the response is the same for every player. */
export const playerOf = (key: CallKey): string => key[4];

/** Returns whether a key of the cache belongs to a call. */
export const isCallKey = (key: unknown): key is CallKey =>
  Array.isArray(key) && key.length === 5 && typeof key[0] === 'string';

const keyOf = <N extends CallName>(
  name: N,
  data: RequestOf<N>,
  { brand, language, player }: CacheScope,
  perPlayer: boolean,
): CallKey<N> | null =>
  perPlayer && !player ? null : [name, data, brand, language, perPlayer ? player : ''];
`

// perPlayer returns the TypeScript condition under which the response of call belongs to one player.
func perPlayer(c *contract.Catalogue, call *bff.Call) string {
	needsPlayer := func(rules bff.Rules) string { return fmt.Sprint(rules.Who != bff.WhoGuest) }
	out := needsPlayer(call.Rules)
	for _, v := range slices.Backward(c.Variants(call)) { // the first matching variant wins, so it becomes the outermost condition
		switch is := needsPlayer(v.Rules); {
		case is == out:
		case is == "true" && out == "false":
			out = conditions(v.When)
		default:
			out = fmt.Sprintf("%s ? %s : %s", conditions(v.When), is, out)
		}
	}
	return out
}

func conditions(when []contract.Condition) string {
	parts := make([]string, len(when))
	for i, c := range when {
		if c.Value == nil {
			parts[i] = fmt.Sprintf("data.%s !== undefined", c.Field)
		} else {
			parts[i] = fmt.Sprintf("data.%s === %s", c.Field, tsLiteral(c.Value))
		}
	}
	return strings.Join(parts, " && ")
}

// identifier returns the name of a call as part of a TypeScript identifier: CasinoGamesList for casino/games_list.
func identifier(call *bff.Call) string {
	words := strings.FieldsFunc(call.Name(), func(r rune) bool { return r == '/' || r == '_' })
	for i, word := range words {
		words[i] = exported(word)
	}
	return strings.Join(words, "")
}

func lowerFirst(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}
