import { call, type Answer, type AnswerOf, type CallName } from '../gateway';
import type { CallKey } from './key';

/** Fetches a key through the gateway. Lists show their own error state, so no toast comes with it. */
export const fetchKey = <N extends CallName>([name, data]: CallKey<N>): Promise<
  Answer<AnswerOf<N>>
> => call(name, data, { quiet: true });
