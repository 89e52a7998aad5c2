import { paths } from '@/lib/paths';
import type { Game, Table } from '@/contracts/types';
import type { GameKind } from '@/lib/player';

/** What a player can open: a slot or a live table. */
export type AnyGame = Game | Table;

/** A live table has a table id, anything else is a slot (spec §4, "Game session"). */
export const isTable = (game: AnyGame): game is Table => 'tableID' in game;

export const kindOf = (game: AnyGame): GameKind => (isTable(game) ? 'live' : 'slot');

export const idOf = (game: AnyGame): number => (isTable(game) ? game.tableID : game.gameID);

/** The word in an address that asks for a demo (spec §2, gamingType). */
export const demoWord = 'demo';

/** Where a game is played; `demo` for play without money. */
export function playAddress(game: AnyGame, demo = false): string {
  const named = { type: kindOf(game), id: idOf(game) };
  return demo
    ? paths.playFull.to({ ...named, gamingType: demoWord, providerName: game.providerName })
    : paths.playNamed.to({ ...named, gamingType: game.providerName });
}
