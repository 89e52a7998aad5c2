import { demoGamingType } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import { paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { createStore } from '@/lib/store/store';

/** The gaming types. The same path segment may contain the provider's name instead. */
const gamingTypes: readonly (string | undefined)[] = [demoGamingType, 'real'];

/** Parses the parameters of a play address (`/play/…`). Returns undefined if they name no game. */
export function parsePlayAddress(
  params: Readonly<Record<string, string | undefined>>,
): GameRequest | undefined {
  const { game, gamingType, providerName } = params;
  const id = parseRecordId(params.id);
  if ((game !== 'slot' && game !== 'live') || id === undefined) return undefined;
  return {
    kind: game,
    id,
    demo: game === 'slot' && gamingType === demoGamingType,
    provider: providerName ?? (gamingTypes.includes(gamingType) ? undefined : gamingType),
  };
}

/** Returns the address of the same game for money. */
export function realAddressOf({ kind, id, provider }: Omit<GameRequest, 'demo'>): string {
  return provider === undefined
    ? paths.play.to({ game: kind, id })
    : paths.playNamed.to({ game: kind, id, gamingType: provider });
}

/** Whether the panel of the play page is open. The state lasts until a reload of the page. */
export const stagePanel = createStore(false);
