import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { supports } from '../bootstrap/bootstrap';
import { call } from '../gateway/site';
import type { AnswerOf } from '@/contracts/calls';
import type { RecordID } from '@/contracts/types';
import { usePlayer } from '../session/useSession';
import { patch } from '../swr/cache';
import { useAction } from '../swr/useAction';
import { toastSuccess } from '../toast/store';
import { favoritesRequest } from './load';

/** The two kinds of games. `user/favorites` calls them casino and livecasino. */
export type GameKind = 'slot' | 'live';

type Slot = AnswerOf<'casino/games_list'>[number];
type Table = AnswerOf<'livecasino/game_table_list'>[number];

export interface Favorites<Item> {
  items: Item[] | undefined;
  has(id: RecordID): boolean;
  /** Adds or removes an item. The lists change after the response. Does nothing for a guest. */
  toggle(item: Item): Promise<unknown>;
  loading: boolean;
}

const idOfSlot = (game: Slot) => game.gameID;
const idOfTable = (table: Table) => table.tableID;

/** Null, and so no request, if the platform has no favourites. */
const request = () => (supports('user/favorites') ? favoritesRequest : null);

/** Returns the player's favourite slots. */
export function useSlotFavorites(): Favorites<Slot> {
  const state = useCasinoGamesList(request());
  return useList(state.data, state.loading, 'casino/games_list', 'casino', idOfSlot);
}

/** Returns the player's favourite live tables. */
export function useTableFavorites(): Favorites<Table> {
  const state = useLivecasinoGameTableList(request());
  return useList(state.data, state.loading, 'livecasino/game_table_list', 'livecasino', idOfTable);
}

function useList<Item>(
  items: Item[] | undefined,
  loading: boolean,
  name: 'casino/games_list' | 'livecasino/game_table_list',
  type: 'casino' | 'livecasino',
  idOf: (item: Item) => RecordID,
): Favorites<Item> {
  const { t } = useTranslation('common');
  const player = usePlayer();
  const ids = useMemo(() => new Set(items?.map(idOf)), [items, idOf]);
  const { run } = useAction(async (item: Item) => {
    const id = idOf(item);
    const isFavorite = ids.has(id);
    await call('user/favorites', { mode: isFavorite ? 'delete' : 'insert', type, id });
    const change = (list: Item[]) =>
      isFavorite ? list.filter((entry) => idOf(entry) !== id) : [item, ...list];
    await patch(name, change as never, (data) => 'favorites' in data);
    toastSuccess(t(isFavorite ? 'favorites.removed' : 'favorites.added'));
  });
  return {
    items,
    loading,
    has: (id) => ids.has(id),
    toggle: (item) => (player ? run(item) : Promise.resolve()),
  };
}
