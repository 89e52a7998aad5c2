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

/** The interval of the maintenance check. */
const pollIntervalMs = 10_000;

/** The maintenance page; it navigates away when the maintenance ends. */
export function MaintenanceRoute() {
  const { t } = useTranslation('maintenance');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const returnTo = useReturnAddress();
  const { status, checkedAt = 0, checking, check } = useSiteStatus(pollIntervalMs);
  // After a response that reports maintenance, "open" is trusted only after a delay: the platform may be
  // closed without the BFF knowing it, and the page would flicker.
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

/** Returns the page that the player requested, else the stored return address, else home. */
function useReturnAddress(): string {
  const { state } = useLocation();
  const from = (state as { from?: string } | null)?.from;
  return from ?? resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
}
