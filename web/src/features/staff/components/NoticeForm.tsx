import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Area, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import type { Brand, Texts } from '../model/maintenance';
import { endOf, faultsOf, type Notice } from '../model/notice';
import { PartPicker, TimeFields } from './Fields';
import { Preview } from './Preview';
import form from './Form.module.css';
import css from './NoticeForm.module.css';

interface NoticeFormProps {
  /** The brands to close. */
  brands: readonly Brand[];
  notice: Notice;
  onChange(notice: Notice): void;
  /** Runs after a submission without faults. */
  onSubmit(): void;
  /** The window is open and its start is fixed. */
  started?: boolean;
  children: ReactNode;
}

const maxWhy = 200;

/** The form of a closure with a preview of the page that players see. */
export function NoticeForm({
  brands,
  notice,
  onChange,
  onSubmit,
  started,
  children,
}: NoticeFormProps) {
  const { t } = useTranslation('staff');
  const languages = [...new Set(brands.flatMap((brand) => brand.languages))];
  const [language, setLanguage] = useState(languages[0] ?? 'tr');
  // The time of the submission, after which the form shows its faults.
  const [sentAt, setSentAt] = useState<number>();
  const faults = sentAt ? faultsOf(notice, sentAt, started) : {};
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sentAt) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sentAt]);
  const change = (part: Partial<Notice>) => onChange({ ...notice, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = Date.now();
    setSentAt(now);
    if (Object.keys(faultsOf(notice, now, started)).length === 0) onSubmit();
  };
  return (
    <form ref={element} className={css.columns} onSubmit={submit}>
      <div className={css.column}>
        <Panel dense title={t('close.time')}>
          <TimeFields notice={notice} faults={faults} started={started} onChange={change} />
        </Panel>
        <Panel dense title={t('close.what')}>
          <PartPicker
            partial={notice.partial}
            value={notice.parts}
            error={faults.parts && t(`close.faults.${faults.parts}`)}
            onChange={change}
          />
        </Panel>
        <Panel dense title={t('message.title')}>
          <MessageFields
            languages={languages}
            value={notice.message}
            onChange={(message) => change({ message })}
            onLanguage={setLanguage}
          />
        </Panel>
        <Panel dense title={t('close.staff')}>
          <Field
            label={t('window.fields.why')}
            hint={t('close.whyText')}
            maxLength={maxWhy}
            value={notice.why}
            onChange={(event) => change({ why: event.target.value })}
          />
          <Area
            label={t('window.fields.bypass')}
            hint={t('close.bypassText')}
            error={faults.bypass && t('close.faults.address')}
            rows={2}
            spellCheck={false}
            value={notice.bypass}
            onChange={(event) => change({ bypass: event.target.value })}
          />
        </Panel>
        <div className={css.actions}>{children}</div>
      </div>
      <div className={css.preview}>
        <Preview
          brands={brands}
          language={language}
          onLanguage={setLanguage}
          message={notice.message[language] ?? ''}
          until={endOf(notice, Date.now(), started)}
          parts={notice.parts}
        />
      </div>
    </form>
  );
}

/** The longest message that the API accepts. */
const maxLength = 1000;

interface MessageFieldsProps {
  languages: readonly string[];
  value: Texts;
  onChange(value: Texts): void;
  /** Reports the language of the edited message, which the preview shows. */
  onLanguage(language: string): void;
}

/** The message to the players in each language of the brand. */
function MessageFields({ languages, value, onChange, onLanguage }: MessageFieldsProps) {
  const { t, i18n } = useTranslation('staff');
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <div className={form.form}>
      <p className={form.dim}>{t('message.text')}</p>
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
