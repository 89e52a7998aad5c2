import type { CallName, RequestOf } from '../gateway';

/** The cache key of a call: the same call with the same data in the same language for the same player. */
export type CallKey<N extends CallName = CallName> = readonly [
  name: N,
  data: RequestOf<N>,
  language: string,
  player: string,
];

export const isCallKey = (key: unknown): key is CallKey =>
  Array.isArray(key) && key.length === 4 && typeof key[0] === 'string';
