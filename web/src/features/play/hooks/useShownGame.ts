import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRecentGames, useTileFavorite } from '@/components/games/hooks/playerGames';
import { idOf, isTable, kindOf, type AnyGame } from '@/components/games/model/game';
import {
  gameSession,
  historyIndex,
  slotHint,
  type SlotHint,
} from '@/components/games/model/gameSession';
import {
  runningGame,
  type GameRequest,
  type VirtualGameRequest,
} from '@/components/games/model/runningGame';
import type { PictureSource } from '@/components/ui/Image/Picture';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { paths } from '@/lib/paths/paths';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';
import { useStore } from '@/lib/store/store';
import { useListedGame } from '../api/play';

/**
 * Returns the requested game from the game session, the recent games, the favourites, the page or
 * the platform's lists. Undefined if none contains it. Virtual games are in no list.
 */
function useKnownGame(
  game: GameRequest | VirtualGameRequest,
  hint: SlotHint | undefined,
): AnyGame | undefined {
  const { kind, id } = game;
  useEffect(() => {
    if (kind !== 'virtual') gameSession.start(kind, id);
  }, [kind, id]);
  const session = useStore(gameSession);
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const stored = [session, ...recent, ...slots, ...tables, bootstrap().game];
  const known = stored.find((item) => item && kindOf(item) === kind && idOf(item) === id);
  const listed = useListedGame(known || kind === 'virtual' ? undefined : game, hint);
  return known ?? listed;
}

/** The displayed data of a game. */
interface ShownGame {
  /** The record of the game, or undefined until it is found. */
  known: AnyGame | undefined;
  name: string;
  picture: PictureSource;
}

/** Returns name and picture of a game from its record, from its link, or from its kind. */
export function useShownGame(game: GameRequest | VirtualGameRequest): ShownGame {
  const { t } = useTranslation('play');
  const stored = useStore(slotHint);
  const hint = game.kind === 'slot' && stored?.gameID === game.id ? stored : undefined;
  const known = useKnownGame(game, hint);
  const kindName = () => t(game.kind === 'live' ? 'table' : 'slot');
  return {
    known,
    name: game.kind === 'virtual' ? game.name : (known?.name ?? hint?.name ?? kindName()),
    picture: known ?? hint ?? {},
  };
}

/** Returns the state of the favourite button of a slot or live table. */
export function useGameFavorite(game: AnyGame | undefined) {
  const table = game && isTable(game) ? game : undefined;
  const slot = game && !isTable(game) ? game : undefined;
  const slotFavorite = useTileFavorite(useSlotFavorites(), slot, slot?.gameID ?? 0);
  const tableFavorite = useTileFavorite(useTableFavorites(), table, table?.tableID ?? 0);
  return slotFavorite ?? tableFavorite;
}

/** Returns a function that goes back, or home if the visit started on this page. The game docks. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (historyIndex() > 0) void navigate(-1);
    else void navigate(paths.home.to());
  };
}

/** Returns a function that ends the game and goes back. */
export function useLeaveGame(): () => void {
  const goBack = useGoBack();
  return () => {
    runningGame.close();
    goBack();
  };
}
