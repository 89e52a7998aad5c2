import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { Button } from '@/components/ui';
import { bootstrap } from '@/lib/bootstrap';
import { parseWireDate } from '@/lib/format';
import { maintenance, useSiteStatus } from '@/lib/maintenance';
import { usePageTitle } from '@/lib/page';
import { returnAddress } from '@/lib/session';
import { stored } from '@/lib/storage';
import { MaintenanceScreen } from '../components/MaintenanceScreen';

/** How often the closed site asks whether it is open again: milliseconds. */
const every = 10_000;

/** The page of a closed site; it leaves by itself when the site is open again. */
export function MaintenanceRoute() {
  const { t } = useTranslation('maintenance');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const back = useReturn();
  const { status, checkedAt = 0, checking, check } = useSiteStatus(every);
  // An answer from before this visit may be kept still; it says nothing of now.
  const [since] = useState(Date.now);
  const open = status?.result === true && checkedAt >= since;

  useEffect(() => {
    if (!open) return;
    maintenance.clear();
    void navigate(back, { replace: true });
  }, [open, back, navigate]);

  const until = status?.until && parseWireDate(status.until, bootstrap().timeZone).getTime();
  return (
    <MaintenanceScreen message={status?.message ?? ''} until={until || undefined}>
      <Button busy={checking} onClick={() => void check()}>
        {t('check')}
      </Button>
      <p>{t('self')}</p>
    </MaintenanceScreen>
  );
}

/** Where one wanted to go when the site was closed; else the address kept for after login, else home. */
function useReturn(): string {
  const { state } = useLocation();
  const from = (state as { from?: string } | null)?.from;
  return from ?? returnAddress(stored.get('returnUrl'), paths.home.to());
}
