import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@/components/ui/Button/Button';
import { Dialog, type DialogProps } from '@/components/ui/Dialog/Dialog';
import css from './Confirmation.module.css';

interface ConfirmationProps extends Pick<DialogProps, 'title' | 'onClose'> {
  /** Explains the consequences. */
  children: ReactNode;
  /** The style of the button that confirms. Default: danger. */
  variant?: ButtonProps['variant'];
  start: string;
  busy: boolean;
  error?: { message: string };
  onStart(): void;
  cancel: string;
  /** Called by the second button. Default: onClose. */
  onCancel?(): void;
}

/** Asks for confirmation of what the player cannot take back. */
export function Confirmation(props: ConfirmationProps) {
  const { title, onClose, children, variant = 'danger', start, busy, error } = props;
  const { onStart, cancel, onCancel = onClose } = props;
  const { t } = useTranslation('errors');
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className={css.body}>
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
