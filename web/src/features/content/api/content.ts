import { useMemo } from 'react';
import { maxPageSize } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import { useCmscontrollerGetInformation } from '@/contracts/hooks/cmscontroller';
import type { InformationType, RecordID, SocialLinks } from '@/contracts/types';
import { usePromotions, useTournaments } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/phase';
import { contentLink } from '@/lib/link/link';
import { useNextPages } from '@/lib/swr/useAllPages';

/** Returns an information text of the brand in the current language. */
export function useInformation(type: InformationType) {
  const state = useCmscontrollerGetInformation({ InfType: type });
  return { ...state, text: state.data?.[0] };
}

/** The social networks of spec §3, in display order. */
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
 * Returns the brand's social links, parsed from a JSON object of URLs (spec §3). Only origins that the brand
 * names are included.
 */
export function useSocialLinks() {
  const state = useInformation('SocialMediaLinks');
  return { ...state, links: state.text && readLinks(state.text.Text) };
}

/** Parses the JSON text of the links; empty if it is invalid. */
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

/** Returns an active promotion from the list of all: the platform has no call for a single one. */
export function usePromotion(id: RecordID | undefined) {
  const state = usePromotions();
  return { ...state, promotion: state.data?.find((item) => item.id === id && item.Status === 1) };
}

/** Returns the active promotions by phase (spec §5: filtered here), by the brand's order, then by date. */
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

/** The lifetime of tournaments in the BFF's cache (calls.md §2). */
const pollIntervalMs = 60_000;

/** Returns a tournament with its leaderboard and polls it, since points change. */
export function useTournament(id: RecordID | undefined) {
  const state = useTournaments(pollIntervalMs);
  return { ...state, tournament: state.data?.find((item) => item.id === id) };
}

/**
 * Returns the slots of a tournament in its order. The platform lists games by page only, so pages of the
 * largest size are fetched until every id is found or the list ends.
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

/** Returns the tournaments by phase (spec §4). */
export function useTournamentList() {
  const state = useTournaments();
  return { ...state, tournaments: usePhases(state.data) };
}
