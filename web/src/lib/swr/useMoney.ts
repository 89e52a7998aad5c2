import { useRef } from 'react';
import type { MoneyCallName } from '@/contracts/calls';
import type { Answer } from '../gateway/envelope';
import { isGatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { useAction, type Action } from './useAction';
import { settle, type WriteOptions } from './useWrite';

/** Whether the platform may have done it, or be doing it still, although there was no good answer (calls.md §5). */
const mayHaveHappened = (error: unknown): boolean =>
  isGatewayError(error, 'outcome-unknown', 'in-progress', 'network');

/**
 * Moves money by a call. One Idempotency-Key stands for one intention, the same data: a press after an outcome
 * that nobody knows repeats the key, so that it never happens twice; after any other answer a new one is made.
 * What must outlive a reload keeps a key of its own and goes through `call`, as the cashier's forms do.
 */
export function useMoney<N extends MoneyCallName>(
  name: N,
  options: WriteOptions<N> = {},
): Action<[data: RequestOf<N>], Answer<AnswerOf<N>>> {
  const keys = useRef(new Map<string, string>());
  return useAction((data: RequestOf<N>) => {
    const intention = JSON.stringify(data);
    const idempotencyKey = keys.current.get(intention) ?? crypto.randomUUID();
    keys.current.set(intention, idempotencyKey);
    const asked = call(name, data, { idempotencyKey, suppressToast: options.suppressToast });
    const done = () => void keys.current.delete(intention);
    asked.then(done, (error: unknown) => {
      if (!mayHaveHappened(error)) done();
    });
    return settle(asked, options);
  });
}
