import type { SocialLinks } from '@/contracts/types';
import { contentLink } from '@/lib/link/contentLink';
import { useInformation } from './useInformation';

/** The social networks of spec §3, in display order. */
export const networks = [
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
