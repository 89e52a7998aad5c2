import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { matchPath } from 'react-router';
import { anyOrigin, safeLink } from '@/lib/link/safeLink';
import { paths } from '@/lib/paths/paths';
import { ButtonLink } from '@/components/ui/Button/Button';

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
      <span>{t('receipt.goOn')}</span>
      {!isInternal && <IconExternalLink size={18} aria-hidden="true" />}
    </ButtonLink>
  );
}

/** Reports whether the site has a route for the path; a platform may serve other pages on the same origin. */
const isSitePath = (pathname: string): boolean =>
  Object.values(paths).some(({ pattern }) => matchPath(pattern, pathname));

/** Parses a path of this origin or an https address of a provider; returns undefined for others. */
function parseUrl(url: string): URL | undefined {
  const link = safeLink(url, [anyOrigin, location.origin]);
  return link === '' ? undefined : new URL(link, location.href);
}
