import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { runningGame } from '@/components/games/model/runningGame';
import type { LimitsAnswer } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import { toasts } from '@/lib/toast/store';
import { closingReason } from '../model/closingReason';

const closedToast = 'game-closed';

/** Closes the running game in a break, in an exclusion and when a limit is reached, and says why. */
export function useEndByLimits(limits: LimitsAnswer | undefined): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const reason = limits && closingReason(limits);
  const ended = useRef(false);
  useEffect(() => {
    if (!reason || ended.current) return;
    ended.current = true;
    toasts.show({
      id: closedToast,
      kind: 'info',
      message: t('limits.closed', { reason: t(`limits.${reason}`) }),
      timeout: 0,
      action: {
        label: t('limits.open'),
        run: () => {
          toasts.dismiss(closedToast);
          void navigate(paths.profileLimits.to());
        },
      },
    });
    runningGame.close();
    void navigate(paths.home.to(), { replace: true });
  }, [reason, navigate, t]);
}
