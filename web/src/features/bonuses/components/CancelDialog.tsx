import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import type { Bonus } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './CancelDialog.module.css';

export interface CancelDialogProps {
  bonus: Bonus;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before a bonus and its money are cancelled. */
export function CancelDialog({ bonus, busy, onConfirm, onClose }: CancelDialogProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  return (
    <Dialog open title={t('cancel.title')} onClose={onClose} persistent={busy}>
      <p className={css.text}>
        {t('cancel.text', { title: bonus.title, amount: format.money(bonus.amount) })}
      </p>
      <div className={css.actions}>
        <Button onClick={onClose} disabled={busy}>
          {t('cancel.keep')}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
