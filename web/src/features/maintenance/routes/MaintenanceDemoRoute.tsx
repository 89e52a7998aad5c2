import { useEffect, useState } from 'react';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { ErrorState } from '@/components/ui/State/State';
import { MaintenanceScreen } from '@/features/maintenance/components/MaintenanceScreen';
import maintenanceScreenCss from '@/features/maintenance/components/MaintenanceScreen.module.css';
import type { Bootstrap } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { toWireDate } from '@/lib/format/date';
import { changeLanguage } from '@/lib/i18n/i18n';
import { isLanguage, showLanguage } from '@/lib/i18n/language';
import { previewDraft, previewReady, type PreviewDraft } from '@/lib/maintenance/preview';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { showColorMode, type ColorMode } from '@/lib/theme/mode';
import css from './MaintenanceDemoRoute.module.css';

/** The simulated time until the end of the maintenance, in milliseconds. */
const simulatedMs = 2 * 60 * 60 * 1000;

/** A preview of the maintenance page, with a simulated end or for the staff console's form. */
export function MaintenanceDemoRoute() {
  const { search } = useLocation();
  const framed = new URLSearchParams(search).has('framed') && window.parent !== window;
  return framed ? <FramedPreview /> : <SimulatedPreview />;
}

function SimulatedPreview() {
  const { t } = useTranslation('maintenance');
  usePageTitle(t('preview.title'));
  const [until] = useState(() => Date.now() + simulatedMs);
  return (
    <MaintenanceScreen
      message=""
      until={until}
      banner={
        <p className={css.banner} role="note">
          <IconEye size={20} aria-hidden="true" />
          {t('preview.text')}
        </p>
      }
    >
      <ButtonLink to={paths.home.to()}>{t('preview.back')}</ButtonLink>
      <p>{t('self')}</p>
    </MaintenanceScreen>
  );
}

/** The maintenance page in the staff console, which sends brand, language and notice. */
function FramedPreview() {
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
      <main className={maintenanceScreenCss.parts}>
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

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Shows the page in another brand's theme, as the server does for its brand (site/page.go). */
function showTheme({ theme }: Bootstrap, mode: ColorMode): void {
  const { style } = document.documentElement;
  style.setProperty('--gradient-from', theme.gradient.from);
  style.setProperty('--gradient-to', theme.gradient.to);
  style.setProperty('--radius', `${theme.radius}px`);
  for (const [role, font] of Object.entries(theme.fonts)) {
    style.setProperty(`--font-${role}`, `"${font}"`);
  }
  for (const [role, color] of Object.entries(theme.modes[mode])) {
    style.setProperty(`--c-${kebab(role)}`, color);
  }
}
