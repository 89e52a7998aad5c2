import { useState } from 'react';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Chip } from '@/components/ui/Chip/Chip';
import { readReminders, saveReminders, sessionChoices } from '@/lib/reminders/reminders';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import css from './Form.module.css';

/** Sets a reminder of the time on the site, which only this browser stores. */
export function RemindersForm() {
  const { t } = useTranslation('limits');
  const [reminders, setReminders] = useState(readReminders);
  const select = (session: number) => {
    setReminders({ session });
    if (saveReminders({ session })) toastSuccess(t('saved'));
    else toastFailure(t('notSaved'));
  };
  return (
    <Panel icon={<IconHourglass size={22} />} title={t('session.title')} text={t('session.text')}>
      <div className={css.choices} role="group" aria-label={t('session.title')}>
        {sessionChoices.map((minutes) => (
          <Chip
            key={minutes}
            selected={reminders.session === minutes}
            onClick={() => select(minutes)}
          >
            {minutes === 0 ? t('never') : t('minutes', { count: minutes })}
          </Chip>
        ))}
      </div>
    </Panel>
  );
}
