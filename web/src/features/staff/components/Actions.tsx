import { useState, useId, type ReactNode, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Area, Field } from '@/components/ui/Field/Field';
import { useStaffAction, type StaffError } from '../api/client';
import { maxReason } from '../model/limits';
import { ActionError } from './Page';
import css from './Form.module.css';

interface ActionButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'aria-label'> {
  /** The change. The button shows its StaffError. */
  action(): Promise<unknown>;
  /** Asks for confirmation before the change. */
  ask?: { title: string; text: ReactNode; word?: string };
  children: string;
}

/** A button that runs a change, with a separate busy state and error in each row of a list. */
export function ActionButton({ action, ask, children, ...style }: ActionButtonProps) {
  const [asking, setAsking] = useState(false);
  const change = useStaffAction(async () => {
    await action();
    setAsking(false);
  });
  const press = () => {
    change.clear();
    if (ask) setAsking(true);
    else void change.run();
  };
  return (
    <>
      <Button {...style} busy={change.busy} onClick={press}>
        {children}
      </Button>
      {change.error && !asking && <ActionError error={change.error} />}
      {ask && (
        <ConfirmDialog
          open={asking}
          title={ask.title}
          word={ask.word}
          submit={children}
          danger={style.variant !== 'primary'}
          change={change}
          onConfirm={() => void change.run()}
          onClose={() => setAsking(false)}
        >
          <p>{ask.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The effect of the change, in one or two sentences. */
  children: ReactNode;
  /** The required text of the confirmation: the brand's id, if players notice the change. */
  word?: string;
  /** Whether the fields among the children are complete. Undefined without fields. */
  ready?: boolean;
  submit: string;
  danger?: boolean;
  /** The state of the change. */
  change: { busy: boolean; error: StaffError | undefined };
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before a change. The caller closes it after the server's response. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      <Confirmation {...props} />
    </Dialog>
  );
}

function Confirmation({
  children,
  word,
  ready: filled,
  submit,
  danger = true,
  change: { busy, error },
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('staff');
  const [typed, setTyped] = useState('');
  const hint = useId();
  const named = word === undefined || typed.trim().toLowerCase() === word.toLowerCase();
  const ready = named && filled !== false;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onConfirm();
  };
  return (
    <form className={css.form} onSubmit={confirm}>
      {children}
      {word !== undefined && (
        <Field
          label={t('confirm.type', { word })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={filled === undefined || undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ActionError error={error} />
      <div className={css.actions}>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          disabled={!ready}
          aria-describedby={named ? undefined : hint}
        >
          {submit}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
        {!named && (
          <span id={hint} className={css.dim}>
            {t('confirm.due')}
          </span>
        )}
      </div>
    </form>
  );
}

/** The reason for a change of a player's limits, for the audit log. */
export function ReasonField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('staffPages');
  return (
    <Area
      label={t('limits.reason')}
      hint={t('limits.reasonHint')}
      required
      maxLength={maxReason}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
