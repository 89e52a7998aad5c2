import { useRef } from 'react';
import type { MoneyCallName } from '@/contracts/calls';
import { notificationTimeoutMs } from '@/contracts/constants';
import type { Answer } from '../gateway/envelope';
import { isGatewayError, type GatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import { i18next } from '../i18n/i18n';
import { createIdempotencyKey } from '../idempotency/key';
import { outcomeOf } from '../payments/outcome';
import { rememberPlayer } from '../storage/stored';
import { toastFailure } from '../toast/store';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { useAction, type Action } from './useAction';
import { runCallbacks, type WriteOptions } from './useWrite';

/**
 * Makes a money call with an idempotency key for each request data. Until the platform accepts or
 * refuses a request, the same data has the same key, so the platform executes it a single time.
 * Forms with a key that must survive a reload use `call`, as the cashier does.
 */
export function useMoney<N extends MoneyCallName>(
  name: N,
  options: WriteOptions<N> = {},
): Action<[data: RequestOf<N>], Answer<AnswerOf<N>>> {
  const attempts = useRef(new Map<string, { key: string; sent: boolean }>());
  return useAction(async (data: RequestOf<N>) => {
    const isSamePlayer = rememberPlayer();
    const request = JSON.stringify(data);
    const before = attempts.current.get(request);
    const idempotencyKey = before?.key ?? (await createIdempotencyKey());
    const response = call(name, data, {
      idempotencyKey,
      suppressToast: (error) => options.suppressToast || hasUnknownOutcome(error),
    });
    response.then(
      () => attempts.current.delete(request),
      (error: unknown) => {
        const outcome = isGatewayError(error) ? outcomeOf(error, before?.sent) : 'unknown';
        if (outcome === 'refused') attempts.current.delete(request);
        else attempts.current.set(request, { key: idempotencyKey, sent: outcome === 'unknown' });
        if (options.suppressToast || !isSamePlayer()) return;
        if (isGatewayError(error) && hasUnknownOutcome(error))
          toastFailure(i18next.t('errors:unknown'), error.requestId, notificationTimeoutMs);
      },
    );
    return runCallbacks(response, options);
  });
}

const hasUnknownOutcome = (error: GatewayError): boolean => outcomeOf(error) === 'unknown';
