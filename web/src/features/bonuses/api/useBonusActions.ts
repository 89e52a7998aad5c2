import { useCallback, useRef } from 'react';
import { call, isGatewayError } from '@/lib/gateway';
import { refreshBalance } from '@/lib/player';
import { refresh, useAction } from '@/lib/swr';

type BonusCall = 'user/claim_bonus' | 'user/cancel_bonus';

/** Whether the platform may have done it, or be doing it still, although there was no good answer (calls.md §5). */
const mayHaveHappened = (error: unknown): boolean =>
  isGatewayError(error, 'outcome-unknown', 'network') ||
  (isGatewayError(error) && error.debug === 'duplicate in progress');

/**
 * Takes or gives up a bonus: a money call. One key stands for one intention: a press after an outcome that
 * nobody knows repeats the same key, so that it never happens twice; after any other answer a new one is made.
 */
function useBonusCall(name: BonusCall) {
  const keys = useRef(new Map<number, string>());
  return useAction(
    useCallback(
      async (bonusID: number) => {
        const idempotencyKey = keys.current.get(bonusID) ?? crypto.randomUUID();
        keys.current.set(bonusID, idempotencyKey);
        try {
          const { data } = await call(name, { bonusID }, { idempotencyKey });
          keys.current.delete(bonusID);
          return data;
        } catch (error) {
          if (!mayHaveHappened(error)) keys.current.delete(bonusID);
          throw error;
        } finally {
          await Promise.all([refresh('user/list_bonuses'), refreshBalance()]);
        }
      },
      [name],
    ),
  );
}

export const useClaimBonus = () => useBonusCall('user/claim_bonus');
export const useCancelBonus = () => useBonusCall('user/cancel_bonus');
