import { categoryItems } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import type { Game } from '@/contracts/types';

/** The type of the 3D slots (`/slot/type/3d`). */
export const type3d = '3d';

/** The number of covers that the box shows. */
const coverCount = 3;

/** Returns the first 3D slots. */
export const use3dSlots = () =>
  useCasinoGamesList({ type: type3d, limit: categoryItems, offset: 0 });

/** Returns the slots that the box shows: new ones before others. */
export const newest3d = (slots: readonly Game[]): Game[] =>
  [...slots].sort((a, b) => Number(b.isNew) - Number(a.isNew)).slice(0, coverCount);
