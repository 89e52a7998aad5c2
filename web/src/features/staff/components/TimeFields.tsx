import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toField, type Notice, type NoticeFaults } from '../model/notice';
import { Field } from './Field';
import { Segments } from './Segments';
import css from './Form.module.css';

const ends = ['none', '30', '60', '120', '240', 'at'] as const;
type End = (typeof ends)[number];
const minuteMs = 60_000;

export interface TimeFieldsProps {
  notice: Notice;
  faults: NoticeFaults;
  onChange(change: Partial<Notice>): void;
  /** The start cannot be changed: the window is open. */
  started?: boolean;
}

/** When it begins and ends: at once or scheduled, after a while or at a time. */
export function TimeFields({ notice, faults, onChange, started }: TimeFieldsProps) {
  const { t } = useTranslation('staff');
  const [scheduled, setScheduled] = useState(notice.from !== '');
  const [end, setEnd] = useState<End>(notice.until === '' ? 'none' : 'at');
  const after = (from: string, minutes: number) => {
    const start = from === '' || started ? Date.now() : new Date(from).getTime();
    return toField(new Date(start + minutes * minuteMs));
  };

  /** A chosen length is counted from the new start. */
  const setStart = (from: string) =>
    onChange(Number(end) ? { from, until: after(from, Number(end)) } : { from });
  const chooseStart = (when: 'now' | 'later') => {
    setScheduled(when === 'later');
    const next = new Date(Date.now() + 60 * minuteMs);
    next.setMinutes(0, 0, 0);
    setStart(when === 'later' ? toField(next) : '');
  };
  const chooseEnd = (next: End) => {
    setEnd(next);
    onChange({ until: next === 'none' ? '' : after(notice.from, Number(next) || 60) });
  };
  const fault = (name: 'from' | 'until') => {
    const found = faults[name];
    return found && found !== 'address' ? t(`close.faults.${found}`) : undefined;
  };

  return (
    <div className={css.form}>
      {!started && (
        <Segments
          label={t('close.begin')}
          showLabel
          value={scheduled ? 'later' : 'now'}
          options={[
            { value: 'now', label: t('close.now') },
            { value: 'later', label: t('close.later') },
          ]}
          onChange={chooseStart}
        />
      )}
      {scheduled && !started && (
        <Field
          label={t('window.fields.from')}
          type="datetime-local"
          required
          value={notice.from}
          error={fault('from')}
          onChange={(event) => setStart(event.target.value)}
        />
      )}
      <Segments
        label={t('close.end')}
        showLabel
        value={end}
        options={ends.map((value) => ({ value, label: t(`close.ends.${value}`) }))}
        onChange={chooseEnd}
      />
      {end !== 'none' && (
        <Field
          label={t('window.fields.until')}
          type="datetime-local"
          required
          value={notice.until}
          error={fault('until')}
          hint={t('close.untilText')}
          onChange={(event) => {
            setEnd('at');
            onChange({ until: event.target.value });
          }}
        />
      )}
      {end === 'none' && <p className={css.dim}>{t('close.noEndText')}</p>}
    </div>
  );
}
