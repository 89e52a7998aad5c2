import { demoWord } from '@/components/games/model';
import type { Wanted } from '../api/startGame';

/** The game of a play address (spec §2, `/play/…`), with the provider's name if the address has one. */
export interface Address extends Wanted {
  provider: string | undefined;
}

/** The gaming types; the same path segment may contain the provider's name instead. */
const gamingTypes: readonly (string | undefined)[] = [demoWord, 'real'];

/** Parses the parameters of a play address; returns undefined if it names no game. */
export function readAddress(
  parts: Readonly<Record<string, string | undefined>>,
): Address | undefined {
  const { type, id = '', gamingType, providerName } = parts;
  if ((type !== 'slot' && type !== 'live') || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const spoken = gamingTypes.includes(gamingType);
  return {
    kind: type,
    id: Number(id),
    demo: type === 'slot' && gamingType === demoWord,
    provider: providerName ?? (spoken ? undefined : gamingType),
  };
}
