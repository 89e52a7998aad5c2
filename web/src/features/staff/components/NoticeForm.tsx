import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '../model/maintenance';
import { endOf, faultsOf, type Notice } from '../model/notice';
import { Area, Field } from '@/components/ui/Field/Field';
import { MessageFields } from './MessageFields';
import { Panel } from '@/components/ui/Panel/Panel';
import { PartPicker } from './PartPicker';
import { Preview } from './Preview';
import { TimeFields } from './TimeFields';
import css from './NoticeForm.module.css';

export interface NoticeFormProps {
  /** The brands that it closes. */
  brands: readonly Brand[];
  notice: Notice;
  onChange(notice: Notice): void;
  /** Runs when the form is sent without faults. */
  onSubmit(): void;
  /** The start cannot be changed: the window is open. */
  started?: boolean;
  /** The buttons. */
  children: ReactNode;
}

const maxWhy = 200;

/** Everything of a closure, with the very page that players will see beside it. */
export function NoticeForm({
  brands,
  notice,
  onChange,
  onSubmit,
  started,
  children,
}: NoticeFormProps) {
  const { t } = useTranslation('staff');
  const languages = [...new Set(brands.flatMap((it) => it.languages))];
  const [language, setLanguage] = useState(languages[0] ?? 'tr');
  // When the form was sent: from then on its faults are shown.
  const [sentAt, setSentAt] = useState<number>();
  const faults = sentAt ? faultsOf(notice, sentAt, started) : {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sentAt) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sentAt]);
  const change = (part: Partial<Notice>) => onChange({ ...notice, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = Date.now();
    setSentAt(now);
    if (Object.keys(faultsOf(notice, now, started)).length === 0) onSubmit();
  };
  return (
    <form ref={form} className={css.columns} onSubmit={submit}>
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
