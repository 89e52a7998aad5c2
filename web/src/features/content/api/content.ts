import { useMemo } from 'react';
import { maxPageSize } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/pages';
import { useCmscontrollerGetInformation } from '@/contracts/hooks/cmscontroller';
import type { InformationType, RecordID, SocialLinks } from '@/contracts/types';
import { usePromotions, useTournaments } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/phase';
import { contentLink } from '@/lib/link/link';
import { useNextPages } from '@/lib/swr/useAllPages';

/** Returns an information text of the brand in the current language. */
export function useInformation(type: InformationType) {
  const state = useCmscontrollerGetInformation({ InfType: type }, { fromBootstrap: true });
  return { ...state, text: state.data?.[0] };
}

/** The supported social networks, in display order. */
const networks = [
  'telegram',
  'whatsapp',
  'instagram',
  'twitter',
  'facebook',
  'youtube',
  'reddit',
  'pinterest',
  'google',
] as const satisfies readonly (keyof SocialLinks)[];
export type Network = (typeof networks)[number];

export interface SocialLink {
  network: Network;
  url: string;
}

/**
 * Returns the brand's social links from a JSON object of URLs. It includes only allowed origins.
 */
export function useSocialLinks() {
  const state = useInformation('SocialMediaLinks');
  return { ...state, links: state.text && readLinks(state.text.Text) };
}

/** Parses the JSON text of the links. Invalid text gives an empty list. */
export function readLinks(text: string): SocialLink[] {
  let urls: unknown;
  try {
    urls = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof urls !== 'object' || urls === null) return [];
  const urlByNetwork = urls as Record<string, unknown>;
  return networks.flatMap((network) => {
    const url = urlByNetwork[network];
    const link = typeof url === 'string' ? contentLink(url) : undefined;
    return link?.isExternal ? { network, url: link.to } : [];
  });
}

/** Returns an active promotion from the list, because no call returns a single one. */
export function usePromotion(id: RecordID | undefined) {
  const state = usePromotions();
  return { ...state, promotion: state.data?.find((item) => item.id === id && item.Status === 1) };
}

/** Returns the active promotions by phase, in the brand's order, then by date. */
export function usePromotionList() {
  const state = usePromotions();
  const { data } = state;
  const published = useMemo(() => data?.filter((item) => item.Status === 1), [data]);
  const phases = usePhases(published);
  const promotions = useMemo(
    () => phases && { ...phases, active: [...phases.active].sort((a, b) => a.order - b.order) },
    [phases],
  );
  return { ...state, promotions };
}

/** The lifetime of tournaments in Croupier's cache. */
const pollIntervalMs = 60_000;

/** Returns a tournament with its leaderboard and polls it, because points change. */
export function useTournament(id: RecordID | undefined) {
  const state = useTournaments(pollIntervalMs);
  return { ...state, tournament: state.data?.find((item) => item.id === id) };
}

/**
 * Returns the slots of a tournament in its order. The platform lists games only by page, therefore
 * it fetches the largest pages until it has every id or reaches the end.
 */
export function useTournamentGames(ids: readonly RecordID[]) {
  const pages = useCasinoGamesListPages(ids.length > 0 ? {} : null, maxPageSize);
  const { items, moreError, loadMore } = pages;
  const games = useMemo(() => {
    const gamesById = new Map(items?.map((game) => [game.gameID, game]));
    return ids.flatMap((id) => gamesById.get(id) ?? []);
  }, [items, ids]);
  const searching = useNextPages(pages, games.length < ids.length);
  return {
    games,
    error: pages.error ?? moreError,
    loading: pages.loading || (searching && games.length === 0),
    reload: moreError ? loadMore : pages.reload,
  };
}

/** Returns the tournaments by phase. */
export function useTournamentList() {
  const state = useTournaments();
  return { ...state, tournaments: usePhases(state.data) };
}
