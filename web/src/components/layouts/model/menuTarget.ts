import type { MenuItem } from '@/contracts/types';
import { anyOrigin, safeLink } from '@/lib/link/link';

/** Returns the link of a menu entry. It is a page of the site, or another site in a new tab. */
export function menuTarget({ path, url }: MenuItem): {
  to: string;
  target?: string;
  rel?: string;
} {
  if (path) return { to: safeLink(path, []) };
  return { to: safeLink(url ?? '', [anyOrigin]), target: '_blank', rel: 'noopener noreferrer' };
}
