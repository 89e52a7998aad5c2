import { useTranslation } from 'react-i18next';
import type { AnyGame } from '@/components/games/model/game';
import type { GameRequest, VirtualGameRequest } from '@/components/games/model/runningGame';
import { slotHint } from '@/components/games/model/slotHint';
import { useStore } from '@/lib/store/useStore';
import { useKnownGame } from './useKnownGame';

/** What the page shows of a game. */
export interface ShownGame {
  /** The record of the game; undefined until it is found. */
  known: AnyGame | undefined;
  name: string;
  image: string | undefined;
}

/** Returns name and picture of a game: of its record, of the link that opened it, or the name of its kind. */
export function useShownGame(game: GameRequest | VirtualGameRequest): ShownGame {
  const { t } = useTranslation('play');
  const stored = useStore(slotHint);
  const hint = game.kind === 'slot' && stored?.gameID === game.id ? stored : undefined;
  const known = useKnownGame(game, hint);
  const kindName = () => t(game.kind === 'live' ? 'table' : 'slot');
  return {
    known,
    name: game.kind === 'virtual' ? game.name : (known?.name ?? hint?.name ?? kindName()),
    image: known?.image ?? hint?.image,
  };
}
