import type { TFunction } from 'i18next';
import type { Game } from '@/contracts/types';
import { currentLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths/paths';
import type { Comparator, GameListPaths } from './gameFilter';

export const slotPaths: GameListPaths = {
  all: () => paths.slots.to(),
  category: (categoryID) => paths.slotCategory.to({ categoryID }),
  type: (type) => paths.slotType.to({ type }),
  provider: (providerID) => paths.slotProvider.to({ providerID }),
};

/** The sort orders of the slots; the first is the platform's own. */
export const slotSorts = ['popular', 'name', 'new', 'jackpot', 'rtp'] as const;
export type SlotSort = (typeof slotSorts)[number];

export const slotComparators: Record<SlotSort, Comparator<Game>> = {
  popular: undefined,
  name: (a, b) => a.name.localeCompare(b.name, currentLanguage()),
  new: (a, b) => Number(b.isNew) - Number(a.isNew),
  jackpot: (a, b) => (b.jackpot ?? -1) - (a.jackpot ?? -1),
  rtp: (a, b) => b.rtp - a.rtp,
};

/** The types of slots that have a translated name; others are shown under the platform's name. */
const slotTypes = ['video', 'classic', 'ways', 'cluster', '3d', 'board'] as const;

export const slotTypeOptions = (t: TFunction<'games'>) =>
  slotTypes.map((value) => ({ value, label: t(`slots.types.${value}`) }));
