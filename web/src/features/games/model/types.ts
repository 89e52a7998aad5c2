import type { TFunction } from 'i18next';

/** The kinds of slots that have a name of their own here; others are shown as the platform says them. */
export const gameTypes = ['video', 'classic', 'ways', 'cluster', '3d', 'board'] as const;

const isKnown = (type: string): type is (typeof gameTypes)[number] =>
  (gameTypes as readonly string[]).includes(type);

/** A kind of slots by its name. */
export const typeName = (t: TFunction<'games'>, type: string): string =>
  isKnown(type) ? t(`types.${type}`) : type;
