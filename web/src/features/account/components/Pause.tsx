import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Button, Chip, Dialog } from '@/components/ui';
import type { GatewayError } from '@/lib/gateway';
import css from './Pause.module.css';

export interface PauseProps<Length extends string> {
  icon: ReactNode;
  title: string;
  /** What is closed and what stays open; shown again before it begins. */
  text: string;
  /** The label of the button that begins it. */
  start: string;
  /** What holds at the moment; then a longer one may still be chosen. */
  active?: string;
  lengths: Readonly<Record<Length, string>>;
  question(length: string): string;
  /** Begins it; resolves once that has failed or succeeded. */
  onStart(length: Length): Promise<unknown>;
  busy: boolean;
  error: GatewayError | undefined;
}

/** A break or an exclusion of a chosen length. As it cannot be shortened, the player is asked before it begins. */
export function Pause<Length extends string>(props: PauseProps<Length>) {
  const { icon, title, text, start, active, lengths, question, onStart, busy, error } = props;
  const { t } = useTranslation(['limits', 'errors']);
  const choices = Object.keys(lengths) as Length[];
  const [selected, setSelected] = useState<Length>();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <Panel icon={icon} title={title} text={text}>
      {active && (
        <p className={css.active} role="status">
          {active}
        </p>
      )}
      <div className={css.choices} role="group" aria-label={title}>
        {choices.map((length) => (
          <Chip key={length} selected={selected === length} onClick={() => setSelected(length)}>
            {lengths[length]}
          </Chip>
        ))}
      </div>
      <div className={css.actions}>
        <Button disabled={!selected} onClick={() => setAsking(true)}>
          {start}
        </Button>
      </div>
      {selected && (
        <Dialog open={asking} onClose={close} title={question(lengths[selected])}>
          <div className={css.question}>
            <p>{text}</p>
            {error && (
              <p className={css.error} role="alert">
                {error.message || t('errors:failure')}
              </p>
            )}
            <Button
              variant="danger"
              fullWidth
              busy={busy}
              onClick={() => void onStart(selected).then((done) => done && close())}
            >
              {start}
            </Button>
            <Button variant="subtle" fullWidth onClick={close}>
              {t('cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}
