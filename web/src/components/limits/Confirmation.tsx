import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@/components/ui/Button/Button';
import { Dialog, type DialogProps } from '@/components/ui/Dialog/Dialog';
import css from './BreakDialog.module.css';

interface ConfirmationProps extends Pick<DialogProps, 'title' | 'onClose'> {
  /** Explains the break or the self-exclusion. */
  children: ReactNode;
  variant: ButtonProps['variant'];
  start: string;
  busy: boolean;
  error: { message: string } | undefined;
  onStart(): void;
  cancel: string;
  onCancel(): void;
}

/** Asks for confirmation of a break or a self-exclusion, because neither can be shortened. */
export function Confirmation(props: ConfirmationProps) {
  const { title, onClose, children, variant, start, busy, error, onStart, cancel, onCancel } =
    props;
  const { t } = useTranslation('errors');
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className={css.step}>
        {children}
        {error && (
          <p className={css.error} role="alert">
            {error.message || t('failure')}
          </p>
        )}
        <Button variant={variant} fullWidth busy={busy} onClick={onStart}>
          {start}
        </Button>
        <Button variant="subtle" fullWidth onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
