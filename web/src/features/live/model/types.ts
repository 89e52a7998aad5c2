import type { TFunction } from 'i18next';

/** The kinds of tables that have a name of their own here; others are shown as the platform says them. */
export const tableTypes = [
  'roulette',
  'blackjack',
  'baccarat',
  'poker',
  'gameshow',
  'sicbo',
  'dragontiger',
] as const;

const isKnown = (type: string): type is (typeof tableTypes)[number] =>
  (tableTypes as readonly string[]).includes(type);

/** A kind of tables by its name. */
export const typeName = (t: TFunction<'live'>, type: string): string =>
  isKnown(type) ? t(`types.${type}`) : type;
