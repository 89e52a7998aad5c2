import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { safeLink } from './safeLink';

export interface ContentLink {
  /** A path of the site, or an absolute URL. */
  to: string;
  /** Leads to another site. */
  isExternal: boolean;
}

/**
 * Returns a link of the content backend as the site may follow it: to a page of the site or to an origin that the
 * brand names; undefined for any other.
 */
export function contentLink(value: string): ContentLink | undefined {
  const link = safeLink(value, [...bootstrap().links, location.origin]);
  if (link === '') return undefined;
  if (link.startsWith('/')) return { to: link, isExternal: false };
  if (new URL(link).origin !== location.origin) return { to: link, isExternal: true };
  const path = safeLink(link.slice(location.origin.length).replace(/^(?!\/)/, '/'), []);
  return path === '' ? undefined : { to: path, isExternal: false };
}

/** The attributes of a link: one to another site opens in a new tab and sends no referrer. */
export const linkProps = ({ to, isExternal }: ContentLink) =>
  isExternal ? { to, target: '_blank', rel: 'noopener noreferrer' } : { to };
