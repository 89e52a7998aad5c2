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
  const { t } = useTranslation('account');
  const [reminders, setReminders] = useState(readReminders);
  const select = (kind: keyof Reminders, minutes: number) => {
    const next = { ...reminders, [kind]: minutes };
    setReminders(next);
    if (saveReminders(next)) toastSuccess(t('limits.saved'));
    else toastFailure(t('limits.notSaved'));
  };
  return kinds.map(({ kind, Icon }) => (
    <Panel
      key={kind}
      icon={<Icon size={22} />}
      title={t(`limits.${kind}.title`)}
      text={t(`limits.${kind}.text`)}
    >
      <div className={css.choices} role="group" aria-label={t(`limits.${kind}.title`)}>
        {reminderChoices[kind].map((minutes) => (
          <Chip
            key={minutes}
            selected={reminders[kind] === minutes}
            onClick={() => select(kind, minutes)}
          >
            {minutes === 0 ? t('limits.never') : t('limits.minutes', { count: minutes })}
          </Chip>
        ))}
      </div>
    </Panel>
  ));
}
