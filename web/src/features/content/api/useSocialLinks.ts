import type { SocialLinks } from '@/contracts/types';
import { useInformation } from './useInformation';

/** The networks of spec §3, in the order shown. */
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

/** The brand's social links; their text is a JSON object of urls (spec §3). Anything but https is left out. */
export function useSocialLinks() {
  const state = useInformation('SocialMediaLinks');
  return { ...state, links: state.text && readLinks(state.text.Text) };
}

/** Reads the JSON text of the links; none for a text that is not one. */
export function readLinks(text: string): SocialLink[] {
  let urls: unknown;
  try {
    urls = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof urls !== 'object' || urls === null) return [];
  const found = urls as Record<string, unknown>;
  return networks.flatMap((network) => {
    const url = found[network];
    return typeof url === 'string' && url.startsWith('https://') ? { network, url } : [];
  });
}
