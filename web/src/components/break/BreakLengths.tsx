import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { breakLengths, type BreakHours } from './breakLengths';
import css from './BreakDialog.module.css';

/** The first step of BreakDialog: how long the break lasts. */
export function BreakLengths({ onSelect }: { onSelect(hours: BreakHours): void }) {
  const { t } = useTranslation('break');
  return (
    <div className={css.step}>
      <p>{t('text')}</p>
      {breakLengths.map(([hours, key]) => (
        <Button key={hours} fullWidth onClick={() => onSelect(hours)}>
          {t(key)}
        </Button>
      ))}
    </div>
  );
}
