import { bootstrap } from '@/lib/bootstrap/bootstrap';

/** Allows every https origin in a list of origins. */
export const anyOrigin = '*';

/** Letters, and printable ASCII that browsers do not read as a slash or an attribute's end. */
const safeCharacters = /^(?:[!#-&(-;=?-[\]_a-z~]|(?![\0-\x7f])[\p{L}\p{M}\p{N}])+$/u;

const absolute = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([0-9]{1,5}))?([/?#].*)?$/i;

const defaultPorts: Record<string, string> = { http: '80', https: '443' };

/**
 * Returns an address that a page may follow, or ''. Allowed are paths of the site and URLs with an
 * allowed origin. An origin is scheme://host[:port], and its host may begin with "*.". `anyOrigin`
 * allows https anywhere. The result has a lower-case scheme and host without the default port. The
 * gateway applies the same rule (bff/platform/sanitise). contracts/cases/links.json tests both.
 */
export function safeLink(value: string, origins: readonly string[]): string {
  const link = value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (!safeCharacters.test(link)) return '';
  if (link.startsWith('/')) return isSitePath(link) ? link : '';
  const parts = absolute.exec(link);
  if (!parts) return '';
  const [, scheme = '', host = '', digits, rest = ''] = parts;
  const port = digits?.replace(/^0+/, '');
  if (host.includes('..') || port === '') return '';
  const base = `${scheme}://${host}`.toLowerCase();
  const isDefault = port === undefined || port === defaultPorts[scheme.toLowerCase()];
  const origin = isDefault ? base : `${base}:${port}`;
  return origins.some((allowed) => originMatches(origin, allowed)) ? origin + rest : '';
}

/** Returns whether a path stays on the site for every reader, without empty or dot segments. */
function isSitePath(value: string): boolean {
  const path = value.replace(/[?#].*$/, '');
  if (path.includes('//') || /%2f|%5c/i.test(path)) return false;
  return path.split('/').every((segment) => !/^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')));
}

function originMatches(origin: string, allowed: string): boolean {
  if (allowed === anyOrigin) return origin.startsWith('https://');
  const [scheme = '', host = ''] = allowed.split('://');
  const prefix = `${scheme}://`;
  if (host.startsWith('*')) {
    const name = origin.startsWith(prefix) ? origin.slice(prefix.length) : '';
    const suffix = host.slice(1);
    return name.length > suffix.length && name.endsWith(suffix);
  }
  const port = `:${defaultPorts[scheme]}`;
  return origin === (allowed.endsWith(port) ? allowed.slice(0, -port.length) : allowed);
}

export interface ContentLink {
  /** A path of the site or an absolute URL. */
  to: string;
  /** Leads to another site. */
  isExternal: boolean;
}

/** Returns a link of the content backend to the site or an allowed origin, or undefined. */
export function contentLink(value: string): ContentLink | undefined {
  const link = safeLink(value, [...bootstrap().links, location.origin]);
  if (link === '') return undefined;
  if (link.startsWith('/')) return { to: link, isExternal: false };
  if (new URL(link).origin !== location.origin) return { to: link, isExternal: true };
  const path = safeLink(link.slice(location.origin.length).replace(/^(?!\/)/, '/'), []);
  return path === '' ? undefined : { to: path, isExternal: false };
}

/** Returns the attributes of a link. External links open in a new tab and send no referrer. */
export const linkProps = ({ to, isExternal }: ContentLink) =>
  isExternal ? { to, target: '_blank', rel: 'noopener noreferrer' } : { to };
