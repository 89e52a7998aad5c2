import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { matchPath } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui';

/** Leads on to where the payment is completed: a page of the site, or the provider's in a window of its own. */
export function GoOn({ url }: { url: string }) {
  const { t } = useTranslation('cashier');
  const target = read(url);
  if (!target) return null;
  const here = target.origin === location.origin && isOurs(target.pathname);
  return (
    <ButtonLink
      variant="primary"
      to={here ? target.pathname + target.search + target.hash : target.href}
      {...(!here && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {t('receipt.goOn')}
      {!here && <IconExternalLink size={18} aria-hidden="true" />}
    </ButtonLink>
  );
}

/** Whether the site has a page there; a platform may serve a provider's page on the site's own origin. */
const isOurs = (pathname: string): boolean =>
  Object.values(paths).some(({ pattern }) => matchPath(pattern, pathname));

/** An address of the web; anything else a platform may send is not followed. */
function read(url: string): URL | undefined {
  const target = URL.canParse(url, location.href) ? new URL(url, location.href) : undefined;
  return target && /^https?:$/.test(target.protocol) ? target : undefined;
}
