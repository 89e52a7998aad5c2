import type { Game, RecordID, Table } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import type { GameKind } from '@/lib/player/useFavorites';

/** A slot or a live table. */
export type AnyGame = Game | Table;

/** Returns whether a game is a live table, which has a table id. */
export const isTable = (game: AnyGame): game is Table => 'tableID' in game;

export const kindOf = (game: AnyGame): GameKind => (isTable(game) ? 'live' : 'slot');

export const idOf = (game: AnyGame): RecordID => (isTable(game) ? game.tableID : game.gameID);

/** The gamingType of demo addresses. */
export const demoGamingType = 'demo';

/** Returns the address of the play page. `demo` is for play without money. */
export function playAddress(game: AnyGame, demo = false): string {
  const named = { game: kindOf(game), id: idOf(game) };
  return demo
    ? paths.playFull.to({ ...named, gamingType: demoGamingType, providerName: game.providerName })
    : paths.playNamed.to({ ...named, gamingType: game.providerName });
}

/** Returns the tables with the open ones first, and otherwise in the same order. */
export const openFirst = (tables: readonly Table[]): Table[] => [
  ...tables.filter(({ isOpen }) => isOpen),
  ...tables.filter(({ isOpen }) => !isOpen),
];
