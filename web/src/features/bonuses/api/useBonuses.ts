import { pageSize } from '@/contracts/constants';
import type { BonusStatus } from '@/contracts/types';
import { useCall } from '@/lib/swr';

/** A page of the player's bonuses of one status. */
export const useBonuses = (status: BonusStatus, offset: number) =>
  useCall('user/list_bonuses', { status, limit: pageSize, offset }, { who: 'player' });
