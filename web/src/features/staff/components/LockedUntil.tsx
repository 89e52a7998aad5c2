import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import css from './Form.module.css';

/** Says that the login is locked and until when. */
export function LockedUntil({ until, onEnd }: { until: number; onEnd(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.locked} role="alert">
      <p>{t('login.locked')}</p>
      <Countdown until={until} onEnd={onEnd} />
    </div>
  );
}
