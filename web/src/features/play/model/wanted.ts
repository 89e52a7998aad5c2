import { demoWord } from '@/components/games/model';
import type { Wanted } from '../api/startGame';

/** What an address of spec §2 (`/play/…`) asks for, with the provider's name where it tells it. */
export interface Address extends Wanted {
  provider: string | undefined;
}

/** The words that may stand where the provider's name may stand as well. */
const gamingTypes: readonly (string | undefined)[] = [demoWord, 'real'];

/** Reads the parts of a play address; undefined where it names no game. */
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
