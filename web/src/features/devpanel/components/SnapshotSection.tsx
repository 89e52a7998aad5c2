import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { restoreWorld, downloadWorld } from '../api/snapshot';
import { PanelSection, ErrorText, ButtonRow } from './PanelSection';

/** Exports and imports the world as a file. */
export function SnapshotSection() {
  const { t } = useTranslation('devpanel');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const runStep = async (step: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await step();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  const restore = async (file: File) => {
    await restoreWorld(file);
    location.reload();
  };
  return (
    <PanelSection title={t('snapshot.title')}>
      <ErrorText text={error} />
      <ButtonRow>
        <Button size="small" busy={busy} onClick={() => void runStep(downloadWorld)}>
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
          if (file) void runStep(() => restore(file));
        }}
      />
    </PanelSection>
  );
}
