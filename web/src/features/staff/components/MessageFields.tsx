import { useTranslation } from 'react-i18next';
import type { Texts } from '../model/maintenance';
import { Area } from '@/components/ui/Field/Field';
import css from './Form.module.css';

/** The longest message that the API accepts. */
const maxLength = 1000;

export interface MessageFieldsProps {
  languages: readonly string[];
  value: Texts;
  onChange(value: Texts): void;
  /** Reports the language that is being typed, which the preview shows. */
  onLanguage(language: string): void;
}

/** The message to the players in each language of the brand. */
export function MessageFields({ languages, value, onChange, onLanguage }: MessageFieldsProps) {
  const { t, i18n } = useTranslation('staff');
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <div className={css.form}>
      <p className={css.dim}>{t('message.text')}</p>
      {languages.map((language) => (
        <Area
          key={language}
          label={t('message.in', { language: names.of(language) })}
          lang={language}
          dir="auto"
          rows={2}
          maxLength={maxLength}
          value={value[language] ?? ''}
          onFocus={() => onLanguage(language)}
          onChange={(event) => onChange({ ...value, [language]: event.target.value })}
        />
      ))}
    </div>
  );
}
