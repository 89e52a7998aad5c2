import { useState } from 'react';
import { IconClock, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Chip } from '@/components/ui';
import { readReminders, reminderChoices, saveReminders, type Reminders } from '@/lib/reminders';
import { toastFailure, toastSuccess } from '@/lib/toast';
import css from './RemindersForm.module.css';

const kinds = [
  { kind: 'reality', Icon: IconClock },
  { kind: 'session', Icon: IconHourglass },
] as const;

/** The player's own reminders, stored in this browser only. */
export function RemindersForm() {
  const { t } = useTranslation('limits');
  const [reminders, setReminders] = useState(readReminders);
  const select = (kind: keyof Reminders, minutes: number) => {
    const next = { ...reminders, [kind]: minutes };
    setReminders(next);
    if (saveReminders(next)) toastSuccess(t('saved'));
    else toastFailure(t('notSaved'));
  };
  return kinds.map(({ kind, Icon }) => (
    <Panel key={kind} icon={<Icon size={22} />} title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
      <div className={css.choices} role="group" aria-label={t(`${kind}.title`)}>
        {reminderChoices[kind].map((minutes) => (
          <Chip
            key={minutes}
            selected={reminders[kind] === minutes}
            onClick={() => select(kind, minutes)}
          >
            {minutes === 0 ? t('never') : t('minutes', { count: minutes })}
          </Chip>
        ))}
      </div>
    </Panel>
  ));
}
