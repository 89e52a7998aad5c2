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

// writeKeys writes the cache key of every call: by what an answer differs.
func writeKeys(c *contract.Catalogue) []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader + keyTypes)
	for _, call := range c.Calls() {
		fmt.Fprintf(&out, "\n/** %s (%s). */\nexport const %s: KeyOf<'%s'> = (data, reader) =>\n  keyOf('%s', data, reader, %s);\n",
			call.Summary, call.Source, keyName(call), call.Name(), call.Name(), ownAnswer(c, call))
	}
	return out.Bytes()
}

const keyTypes = `import type { CallName, RequestOf } from './calls';

/** Who asks, as far as answers differ by it. */
export interface Reader {
  brand: string;
  language: string;
  /** The player's uid; '' for a guest. */
  player: string;
}

/** The same call with the same data at the same brand in the same language; player is '' where the answer is everybody's. */
export type CallKey<N extends CallName = CallName> = readonly [
  name: N,
  data: RequestOf<N>,
  brand: string,
  language: string,
  player: string,
];

/** Makes a call's key; null where only a player may ask and there is none. */
export type KeyOf<N extends CallName> = (data: RequestOf<N>, reader: Reader) => CallKey<N> | null;

/** The player of a key; '' where the answer is everybody's. */
export const playerOf = (key: CallKey): string => key[4];

/** Whether a key of the cache is one of these. */
export const isCallKey = (key: unknown): key is CallKey =>
  Array.isArray(key) && key.length === 5 && typeof key[0] === 'string';

const keyOf = <N extends CallName>(
  name: N,
  data: RequestOf<N>,
  { brand, language, player }: Reader,
  own: boolean,
): CallKey<N> | null => (own && !player ? null : [name, data, brand, language, own ? player : '']);
`

// ownAnswer writes the condition under which an answer is the player's own.
func ownAnswer(c *contract.Catalogue, call *bff.Call) string {
	own := func(rules bff.Rules) string { return fmt.Sprint(rules.Who != bff.WhoGuest) }
	out := own(call.Rules)
	variants := c.Variants(call)
	slices.Reverse(variants) // the first that matches counts: it is written around the rest
	for _, v := range variants {
		switch is := own(v.Rules); {
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

// identifier is a call's name as part of a TypeScript name: casino/games_list is CasinoGamesList.
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
