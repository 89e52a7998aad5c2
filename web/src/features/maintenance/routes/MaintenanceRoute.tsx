import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Button } from '@/components/ui/Button/Button';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { parseWireDate } from '@/lib/format/date';
import { maintenance } from '@/lib/maintenance/flag';
import { useSiteStatus } from '@/lib/maintenance/status';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage/stored';
import { MaintenanceScreen } from '../components/MaintenanceScreen';

/** The interval of the maintenance check in milliseconds. */
const pollIntervalMs = 10_000;

/** The maintenance page. It navigates away when the maintenance ends. */
export function MaintenanceRoute() {
  const { t } = useTranslation('maintenance');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const returnTo = useReturnAddress();
  const { status, checkedAt = 0, checking, check } = useSiteStatus(pollIntervalMs);
  // After a response that reported maintenance, the page trusts "open" only after a delay. Croupier
  // may not know yet that the platform is closed, and the page would flicker.
  const [trustedFrom] = useState(() => Date.now() + (maintenance.get() ? pollIntervalMs : 0));
  const open = status?.result === true && checkedAt >= trustedFrom;

  const leave = useCallback(() => {
    maintenance.clear();
    void navigate(returnTo, { replace: true });
  }, [returnTo, navigate]);
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

/** Returns the requested page of the player, the stored return address, or home. */
function useReturnAddress(): string {
  const { state } = useLocation();
  const from = (state as { from?: string } | null)?.from;
  return from ?? resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
}
