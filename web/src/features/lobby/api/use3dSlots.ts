import { gamePageSize } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import type { Game } from '@/contracts/types';

/** The type of the 3D slots (`/slot/type/3d`). */
export const type3d = '3d';

/** The number of covers that the box shows. */
const coverCount = 3;

/** Returns the first 3D slots: the platform cannot sort, and new ones may be anywhere among them. */
export const use3dSlots = () =>
  useCasinoGamesList({ type: type3d, limit: gamePageSize, offset: 0 });

/** Returns the slots that the box shows: the new ones, or the first where none is new. */
export function shown3d(slots: readonly Game[]): { areNew: boolean; slots: Game[] } {
  const fresh = slots.filter(({ isNew }) => isNew);
  const areNew = fresh.length > 0;
  return { areNew, slots: (areNew ? fresh : slots).slice(0, coverCount) };
}
