import { IconMessageCircle, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { changeLanguage } from '@/lib/i18n/i18n';
import { isLanguage, useLanguage, type Language } from '@/lib/i18n/language';
import { useColorMode } from '@/lib/theme/mode';
import { toastFailure } from '@/lib/toast/store';
import css from './Switches.module.css';

/** The language and colour mode switches. */
export function Switches() {
  const { t } = useTranslation('layout');
  const { language } = useLanguage();
  const { mode, toggle } = useColorMode();
  const { languages } = bootstrap();
  const change = (to: Language) =>
    changeLanguage(to).catch(() => toastFailure(t('language.failed')));
  return (
    <div className={css.switches}>
      <div className={css.languages} role="group" aria-label={t('language.label')}>
        {languages.map(({ id, title, lang }) => (
          <button
            key={id}
            type="button"
            className={css.language}
            lang={lang}
            aria-pressed={lang === language}
            onClick={() => isLanguage(lang) && void change(lang)}
          >
            {title}
          </button>
        ))}
      </div>
      <IconButton
        variant="secondary"
        label={t(mode === 'dark' ? 'mode.light' : 'mode.dark')}
        icon={mode === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
        onClick={toggle}
      />
    </div>
  );
}

/** The link to the brand's live support in a new tab. Renders nothing if the brand has none. */
export function ChatLink({ className }: { className?: string }) {
  const { t } = useTranslation('layout');
  const { chat } = bootstrap().contact;
  if (!chat) return null;
  return (
    <a className={className} href={chat} target="_blank" rel="noopener noreferrer">
      <IconMessageCircle size={20} aria-hidden="true" />
      {t('chat')}
    </a>
  );
}
