import type { BareCallName, CallName, MoneyCallName } from '@/contracts/calls';
import type { Answer } from '../gateway/envelope';
import { isGatewayError, type GatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { rememberPlayer } from '../storage/stored';
import { useAction, type Action } from './useAction';

/** Options of a write. */
export interface WriteOptions<N extends CallName> {
  /** Shows no toast for a failure because the component shows it. */
  suppressToast?: boolean;
  /** Runs after a successful response, before `busy` ends, for example to refresh changed reads. */
  onSuccess?(data: AnswerOf<N>): unknown;
  /** Runs after a failure, before `busy` ends. */
  onError?(error: GatewayError): unknown;
}

/** The arguments of `run`. The request's data is optional if all of its fields are. */
type WriteArgs<N extends CallName, Data> = N extends BareCallName ? [data?: Data] : [data: Data];

/** Awaits a write and runs its callbacks, unless the player has changed meanwhile. */
export async function runCallbacks<N extends CallName>(
  pending: Promise<Answer<AnswerOf<N>>>,
  { onSuccess, onError }: WriteOptions<N>,
): Promise<Answer<AnswerOf<N>>> {
  const isSamePlayer = rememberPlayer();
  let response: Answer<AnswerOf<N>>;
  try {
    response = await pending;
  } catch (error) {
    if (isGatewayError(error) && isSamePlayer()) await onError?.(error);
    throw error;
  }
  if (isSamePlayer()) await onSuccess?.(response.data);
  return response;
}

/**
 * Makes a write. `run(data)` resolves with the response, or with undefined if it failed or was
 * still running. Components use the generated hook of the call in contracts/hooks.
 */
export function useWrite<
  N extends Exclude<CallName, MoneyCallName>,
  Data extends RequestOf<N> = RequestOf<N>,
>(name: N, options: WriteOptions<N> = {}): Action<WriteArgs<N, Data>, Answer<AnswerOf<N>>> {
  return useAction((...[data]: WriteArgs<N, Data>) =>
    runCallbacks(
      call(name, data as RequestOf<N>, { suppressToast: options.suppressToast }),
      options,
    ),
  );
}
