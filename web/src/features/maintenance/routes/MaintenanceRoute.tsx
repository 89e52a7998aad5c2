import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/components/ui';
import { bootstrap } from '@/lib/bootstrap';
import { parseWireDate } from '@/lib/format';
import { maintenance, useSiteStatus } from '@/lib/maintenance';
import { usePageTitle } from '@/lib/page';
import { resolveReturnUrl } from '@/lib/session';
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
  // Where an answer has just said maintenance, "open" is believed after a while only: the platform behind
  // may be closed without the house knowing, and the page would come and go.
  const [from] = useState(() => Date.now() + (maintenance.isOn() ? every : 0));
  const open = status?.result === true && checkedAt >= from;

  const leave = useCallback(() => {
    maintenance.clear();
    void navigate(back, { replace: true });
  }, [back, navigate]);
  useEffect(() => {
    if (open) leave();
  }, [open, leave]);

  const checkNow = async () => {
    const answer = await check();
    if (answer?.result) leave();
  };
  const until = status?.until && parseWireDate(status.until, bootstrap().timeZone).getTime();
  return (
    <MaintenanceScreen message={status?.message ?? ''} until={until || undefined}>
      <Button busy={checking} onClick={() => void checkNow()}>
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
  return from ?? resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
}
