import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { matchPath } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui';

/** Links to the page that completes the payment: a page of the site, or the provider's in a new window. */
export function ContinueLink({ url }: { url: string }) {
  const { t } = useTranslation('cashier');
  const target = parseUrl(url);
  if (!target) return null;
  const isInternal = target.origin === location.origin && isSitePath(target.pathname);
  return (
    <ButtonLink
      variant="primary"
      to={isInternal ? target.pathname + target.search + target.hash : target.href}
      {...(!isInternal && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {t('receipt.goOn')}
      {!isInternal && <IconExternalLink size={18} aria-hidden="true" />}
    </ButtonLink>
  );
}

/** Reports whether the site has a route for the path; a platform may serve other pages on the same origin. */
const isSitePath = (pathname: string): boolean =>
  Object.values(paths).some(({ pattern }) => matchPath(pattern, pathname));

/** Parses an http(s) address; returns undefined for other schemes, which must not be opened. */
function parseUrl(url: string): URL | undefined {
  const target = URL.canParse(url, location.href) ? new URL(url, location.href) : undefined;
  return target && /^https?:$/.test(target.protocol) ? target : undefined;
}
