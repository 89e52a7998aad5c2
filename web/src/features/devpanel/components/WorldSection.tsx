import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useFormat } from '@/lib/format/useFormat';
import {
  currentWorld,
  downloadWorld,
  restoreWorld,
  switchWorld,
  useMockAction,
  useMockState,
  useSteps,
} from '../api/mock';
import { ButtonRow, ErrorText, PanelSection } from './PanelSection';
import call from './CallInput.module.css';
import css from './WorldSection.module.css';

/** The durations that advance the mock's clock, in Go's duration format. */
const steps = ['1h', '24h', '168h'] as const;

/** This browser's world of the mock platform: name, clock and reset to the seed. */
export function WorldSection() {
  const { t } = useTranslation('devpanel');
  const format = useFormat();
  const state = useMockState();
  const { run, busy, error } = useMockAction();
  const reloadPage = () => location.reload();
  return (
    <PanelSection
      title={t('world.title')}
      aside={state && t('world.seed', { world: state.world, seed: state.seed })}
    >
      <ErrorText text={error} />
      <WorldName onEnter={reloadPage} />
      <p className={css.clock}>
        {t('world.clock')} <time>{state ? format.date(new Date(state.clock)) : '–'}</time>
      </p>
      <ButtonRow>
        {steps.map((advance) => (
          <Button
            key={advance}
            size="small"
            busy={busy}
            onClick={() => void run('clock', { advance })}
          >
            {t(`world.step.${advance}`)}
          </Button>
        ))}
        <Button
          size="small"
          variant="danger"
          busy={busy}
          onClick={() => void run('reset', {}).then((accepted) => accepted && reloadPage())}
        >
          {t('world.reset')}
        </Button>
      </ButtonRow>
    </PanelSection>
  );
}

function WorldName({ onEnter }: { onEnter(): void }) {
  const { t } = useTranslation('devpanel');
  const [name, setName] = useState(currentWorld);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    switchWorld(name.trim());
    onEnter();
  };
  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <input
        className={call.input}
        aria-label={t('world.name')}
        placeholder={t('world.shared')}
        pattern="[A-Za-z0-9_\-]*"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button size="small" type="submit">
        {t('world.enter')}
      </Button>
    </form>
  );
}

/** Exports and imports the world as a file. */
export function SnapshotSection() {
  const { t } = useTranslation('devpanel');
  const { run, busy, error } = useSteps();
  const input = useRef<HTMLInputElement>(null);
  const restore = async (file: File) => {
    await restoreWorld(file);
    location.reload();
  };
  return (
    <PanelSection title={t('snapshot.title')}>
      <ErrorText text={error} />
      <ButtonRow>
        <Button size="small" busy={busy} onClick={() => void run(downloadWorld)}>
          {t('snapshot.save')}
        </Button>
        <Button size="small" busy={busy} onClick={() => input.current?.click()}>
          {t('snapshot.restore')}
        </Button>
      </ButtonRow>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('snapshot.file')}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void run(() => restore(file));
        }}
      />
    </PanelSection>
  );
}
