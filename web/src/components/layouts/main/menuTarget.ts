import type { MenuItem } from '@/contracts/types';

/** Where a menu entry leads: a page of the site, or another site in a window of its own. */
export function menuTarget({ path, url }: MenuItem): {
  to: string;
  target?: string;
  rel?: string;
} {
  if (path) return { to: path };
  return { to: url ?? '', target: '_blank', rel: 'noopener noreferrer' };
}
