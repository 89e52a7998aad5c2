import type { CallName } from '@/contracts/calls';
import type { Bootstrap, Features } from '@/contracts/types';

let current: Bootstrap | undefined;

/** Reads the brand from the page, or fetches `/v1/bootstrap` when the page does not contain it. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inlined = document.getElementById('croupier-bootstrap')?.textContent;
  const found = inlined
    ? (JSON.parse(inlined) as Bootstrap)
    : await fetch('/v1/bootstrap').then((response) => response.json() as Promise<Bootstrap>);
  current = found;
  return found;
}

/** Returns the brand of this page. Throws before loadBootstrap has finished. */
export function bootstrap(): Bootstrap {
  if (!current) throw new Error('bootstrap: not loaded yet');
  return current;
}

/** Sets the brand; for tests. */
export function setBootstrap(value: Bootstrap): void {
  current = value;
}

/** The call without which a feature has nothing to show. */
export const callOfFeature: Record<keyof Features, CallName> = {
  slots: 'casino/games_list',
  live: 'livecasino/game_table_list',
  virtual: 'virtualgames/init_game',
  bingo: 'virtualgames/init_game',
  sport: 'virtualgames/init_game',
  liveSport: 'virtualgames/init_game',
  tournaments: 'cmscontroller/getTournaments',
  promotions: 'cmscontroller/getPromotions',
  tickets: 'finance/list_transactions',
  lottery: 'finance/list_transactions',
};

/**
 * Returns whether the brand has a feature and its platform the feature's call. Features that the brand does not list
 * are on.
 */
export function hasFeature(name: string): boolean {
  const { features, unsupported } = bootstrap();
  const call = callOfFeature[name as keyof Features] as CallName | undefined;
  return features[name as keyof Features] !== false && !(call && unsupported.includes(call));
}
