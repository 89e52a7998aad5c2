import type { ReadCallName } from '@/contracts/calls';
import type { CallKey } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import { call } from '../gateway/site';
import type { AnswerOf } from '@/contracts/calls';
import { swrConfig } from './config';

interface Primed {
  answer: Promise<unknown>;
  /** When it was asked: milliseconds since 1970. */
  at: number;
}

/** What was asked ahead and not yet taken up. */
const primed = new Map<string, Primed>();

/** Fetches a key through the gateway. Lists show their own error state, so no toast comes with it. */
export async function fetchKey<N extends ReadCallName>(
  key: CallKey<N>,
): Promise<Answer<AnswerOf<N>>> {
  const id = JSON.stringify(key);
  const ahead = primed.get(id);
  primed.delete(id);
  if (ahead && Date.now() - ahead.at < (swrConfig.dedupingInterval ?? 0)) {
    return ahead.answer as Promise<Answer<AnswerOf<N>>>;
  }
  const [name, data] = key;
  return call(name, data, { suppressToast: true });
}

/** Asks a key ahead: the component that comes for it at once does not ask again. */
export function fetchAhead<N extends ReadCallName>(key: CallKey<N>): Promise<Answer<AnswerOf<N>>> {
  const [name, data] = key;
  const answer = call(name, data, { suppressToast: true });
  primed.set(JSON.stringify(key), { answer, at: Date.now() });
  return answer;
}

/** Forgets what was asked ahead. */
export const forgetAhead = (): void => primed.clear();
