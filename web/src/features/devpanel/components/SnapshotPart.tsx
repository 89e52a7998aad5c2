import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import { restoreWorld, saveWorld } from '../api/snapshot';
import { Part, Refused, Row } from './Part';

/** Exports and imports the world as a file. */
export function SnapshotPart() {
  const { t } = useTranslation('devpanel');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const attempt = async (step: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await step();
    } catch (fault) {
      setError(fault instanceof Error ? fault.message : String(fault));
    } finally {
      setBusy(false);
    }
  };
  const restore = async (file: File) => {
    await restoreWorld(file);
    location.reload();
  };
  return (
    <Part title={t('snapshot.title')}>
      <Refused text={error} />
      <Row>
        <Button size="small" busy={busy} onClick={() => void attempt(saveWorld)}>
          {t('snapshot.save')}
        </Button>
        <Button size="small" busy={busy} onClick={() => input.current?.click()}>
          {t('snapshot.restore')}
        </Button>
      </Row>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('snapshot.file')}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void attempt(() => restore(file));
        }}
      />
    </Part>
  );
}
