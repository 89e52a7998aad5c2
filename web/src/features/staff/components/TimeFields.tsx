import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '@/lib/clock';
import { endOf, toField, type Notice, type NoticeFaults } from '../model/notice';
import { Field } from '@/components/ui/Field/Field';
import { Segments } from './Segments';
import { Time } from './Time';
import css from './Form.module.css';

const ends = ['none', '30', '60', '120', '240', 'at'] as const;
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
  const now = useNow(10_000);
  const endMs = endOf(notice, now, started);
  const minutes = ends.find((item) => notice.until === `+${item}`);
  const end = minutes ?? (notice.until === '' ? 'none' : 'at');

  const chooseStart = (when: 'now' | 'later') => {
    setScheduled(when === 'later');
    const next = new Date(Date.now() + 60 * minuteMs);
    next.setMinutes(0, 0, 0);
    onChange({ from: when === 'later' ? toField(next) : '' });
  };
  const chooseEnd = (next: (typeof ends)[number]) => {
    if (next === 'none') onChange({ until: '' });
    else if (next !== 'at') onChange({ until: `+${next}` });
    else
      onChange({
        until: toField(new Date(endMs ?? endOf({ ...notice, until: '+60' }, now, started)!)),
      });
  };
  const fault = (name: 'from' | 'until') => {
    const found = faults[name];
    return found && t(`close.faults.${found}`);
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
          onChange={(event) => onChange({ from: event.target.value })}
        />
      )}
      <Segments
        label={t('close.end')}
        showLabel
        value={end}
        options={ends.map((value) => ({ value, label: t(`close.ends.${value}`) }))}
        onChange={chooseEnd}
      />
      {end === 'at' && (
        <Field
          label={t('window.fields.until')}
          type="datetime-local"
          required
          value={notice.until}
          error={fault('until')}
          hint={t('close.untilText')}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      )}
      {minutes && endMs !== undefined && (
        <p role="status">
          {t('window.fields.until')}: <Time at={new Date(endMs).toISOString()} />
        </p>
      )}
      {end === 'none' && <p className={css.dim}>{t('close.noEndText')}</p>}
      <p className={css.dim}>
        {[
          t('close.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          scheduled && !started && t('close.notice'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}
