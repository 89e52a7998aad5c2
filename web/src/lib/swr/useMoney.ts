import { useRef } from 'react';
import type { MoneyCallName } from '@/contracts/calls';
import type { Answer } from '../gateway/envelope';
import { isGatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import { createIdempotencyKey } from '../idempotency/key';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { useAction, type Action } from './useAction';
import { runCallbacks, type WriteOptions } from './useWrite';

/** Returns whether the platform may have executed the request although the call failed (calls.md §5). */
const isOutcomeUnknown = (error: unknown): boolean =>
  isGatewayError(error, 'outcome-unknown', 'in-progress', 'network');

/**
 * Makes a money call with an Idempotency-Key for each request data. While the outcome of a request is unknown, the same
 * data is sent with the same key, so that the platform executes it once; after any other outcome the next run has a
 * new key. Forms whose key must survive a reload use `call`, as the cashier does.
 */
export function useMoney<N extends MoneyCallName>(
  name: N,
  options: WriteOptions<N> = {},
): Action<[data: RequestOf<N>], Answer<AnswerOf<N>>> {
  const keys = useRef(new Map<string, string>());
  return useAction(async (data: RequestOf<N>) => {
    const request = JSON.stringify(data);
    const idempotencyKey = keys.current.get(request) ?? (await createIdempotencyKey());
    keys.current.set(request, idempotencyKey);
    const response = call(name, data, { idempotencyKey, suppressToast: options.suppressToast });
    const discardKey = () => void keys.current.delete(request);
    response.then(discardKey, (error: unknown) => {
      if (!isOutcomeUnknown(error)) discardKey();
    });
    return runCallbacks(response, options);
  });
}
