import { useUserListBonuses } from '@/contracts/hooks/user';
import type { Bonus } from '@/contracts/types';

const first = { limit: 1, offset: 0 };

/** Returns the bonus that runs, and the one that a deposit may take: none while another one runs. */
export function useDepositBonus(): {
  active: Bonus | undefined;
  available: Bonus | undefined;
  loading: boolean;
} {
  const active = useUserListBonuses({ ...first, status: 'active' });
  const available = useUserListBonuses({ ...first, status: 'available' });
  const running = active.data?.[0];
  // Until it is known that none runs, none is offered.
  const known = active.data !== undefined || active.error?.reason === 'no-records';
  return {
    active: running,
    available: known && !running ? available.data?.[0] : undefined,
    loading: active.loading || (!running && available.loading),
  };
}
