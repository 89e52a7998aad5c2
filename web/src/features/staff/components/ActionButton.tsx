import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '@/components/ui/Button/Button';
import { useStaffAction } from '../api/useStaffAction';
import { ConfirmDialog } from './ConfirmDialog';
import { ActionError } from './States';

export interface ActionButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** The change; the button shows its StaffError. */
  action(): Promise<unknown>;
  /** Asks before the change. */
  ask?: { title: string; text: ReactNode; word?: string };
  children: string;
}

/** A button that runs a change and has its own busy state and error, also in each row of a list. */
export function ActionButton({ action, ask, children, ...style }: ActionButtonProps) {
  const [asking, setAsking] = useState(false);
  const { run, busy, error, clear } = useStaffAction(async () => {
    await action();
    setAsking(false);
  });
  const press = () => {
    clear();
    if (ask) setAsking(true);
    else void run();
  };
  return (
    <>
      <Button {...style} busy={busy} onClick={press}>
        {children}
      </Button>
      {error && !asking && <ActionError error={error} />}
      {ask && (
        <ConfirmDialog
          open={asking}
          title={ask.title}
          word={ask.word}
          submit={children}
          danger={style.variant !== 'primary'}
          busy={busy}
          error={error}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          <p>{ask.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
