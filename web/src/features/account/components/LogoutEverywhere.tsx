import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useUserLogoutAll } from '@/contracts/hooks/user';
import { paths } from '@/lib/paths/paths';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { toastSuccess } from '@/lib/toast/store';
import css from './Form.module.css';

/** A button that ends every session of the player, on all devices, after a question. It then leads to the home page. */
export function LogoutEverywhere() {
  const { t } = useTranslation(['account', 'errors']);
  const { session } = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { run, busy, error } = useUserLogoutAll({
    suppressToast: true,
    onSuccess: async () => {
      await session.logout();
      // The revocation may have reached this page first, as the end of a session that one logs in to again.
      stored.remove('returnUrl');
      void navigate(paths.home.to(), { replace: true });
      toastSuccess(t('devices.done'));
    },
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('devices.everywhere')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('devices.confirmTitle')}>
        <div className={css.step}>
          <p>{t('devices.confirmText')}</p>
          {error && (
            <p className={css.error} role="alert">
              {error.message || t('errors:failure')}
            </p>
          )}
          <Button variant="danger" fullWidth busy={busy} onClick={() => void run()}>
            {t('devices.everywhere')}
          </Button>
          <Button variant="subtle" fullWidth onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
