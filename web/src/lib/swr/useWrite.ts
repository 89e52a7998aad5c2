import type { BareCallName, CallName, MoneyCallName } from '@/contracts/calls';
import type { Answer } from '../gateway/envelope';
import { isGatewayError, type GatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { useAction, type Action } from './useAction';

export interface WriteOptions<N extends CallName> {
  /** Show no toast for a failure: the component shows it itself. */
  suppressToast?: boolean;
  /** Runs after a successful response, before `busy` ends; for example to refresh the reads that it changed. */
  onSuccess?(data: AnswerOf<N>): unknown;
  /** Runs after a failure, before `busy` ends. */
  onError?(error: GatewayError): unknown;
}

/** What `run` is given: the request's data, to be left out where all of it is optional. */
export type Asking<N extends CallName, Data> = N extends BareCallName
  ? [data?: Data]
  : [data: Data];

/** Runs a write and what follows it. */
export async function settle<N extends CallName>(
  asked: Promise<Answer<AnswerOf<N>>>,
  { onSuccess, onError }: WriteOptions<N>,
): Promise<Answer<AnswerOf<N>>> {
  let answer: Answer<AnswerOf<N>>;
  try {
    answer = await asked;
  } catch (error) {
    if (isGatewayError(error)) await onError?.(error);
    throw error;
  }
  await onSuccess?.(answer.data);
  return answer;
}

/**
 * Writes by a call: `run(data)` resolves with the answer, or with undefined when it failed or is still running.
 * Pages take the call's own hook of contracts/hooks.
 */
export function useWrite<
  N extends Exclude<CallName, MoneyCallName>,
  Data extends RequestOf<N> = RequestOf<N>,
>(name: N, options: WriteOptions<N> = {}): Action<Asking<N, Data>, Answer<AnswerOf<N>>> {
  return useAction((...[data]: Asking<N, Data>) =>
    settle(call(name, data as RequestOf<N>, { suppressToast: options.suppressToast }), options),
  );
}
