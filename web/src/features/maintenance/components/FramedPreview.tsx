import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { ErrorState } from '@/components/ui/State/State';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { toWireDate } from '@/lib/format/date';
import { changeLanguage } from '@/lib/i18n/i18n';
import { isLanguage, showLanguage } from '@/lib/i18n/language';
import { previewDraft, previewReady, type PreviewDraft } from '@/lib/maintenance/preview';
import { showColorMode } from '@/lib/theme/mode';
import { showTheme } from '@/lib/theme/theme';
import { MaintenanceScreen } from './MaintenanceScreen';
import css from './MaintenanceScreen.module.css';

/** The maintenance page inside the console, which sends brand, language and notice. Nothing of it is stored. */
export function FramedPreview() {
  const { t } = useTranslation('maintenance');
  const [draft, setDraft] = useState<PreviewDraft>();

  useEffect(() => {
    const show = async (next: PreviewDraft) => {
      setBootstrap(next.bootstrap);
      showColorMode(next.mode);
      showTheme(next.bootstrap, next.mode);
      if (isLanguage(next.language)) await changeLanguage(next.language, showLanguage);
      setDraft(next);
    };
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== window.parent || origin !== location.origin) return;
      const { type, draft: next } = (data ?? {}) as { type?: string; draft?: PreviewDraft };
      if (type === previewDraft && next) void show(next);
    };
    window.addEventListener('message', onMessage);
    window.parent.postMessage(previewReady, location.origin);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  if (!draft) return null;
  if (draft.parts.length > 0) {
    const until = draft.until ? toWireDate(new Date(draft.until), draft.bootstrap.timeZone) : null;
    return (
      <main className={css.parts}>
        {draft.parts.map((part) => (
          <ErrorState
            key={part}
            error={{ message: draft.message, closed: { part, until } }}
            onRetry={() => undefined}
          />
        ))}
      </main>
    );
  }
  return (
    <MaintenanceScreen message={draft.message} until={draft.until}>
      <Button>{t('check')}</Button>
      <p>{t('self')}</p>
    </MaintenanceScreen>
  );
}
