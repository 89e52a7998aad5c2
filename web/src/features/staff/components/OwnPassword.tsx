import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { changePassword } from '../api/account';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { Field } from '@/components/ui/Field/Field';
import { NewPassword } from './NewPassword';
import { ActionError } from './States';
import css from './Form.module.css';

/** Changes one's password. */
export function OwnPassword() {
  const { t } = useTranslation('staff');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const notify = useNotify();
  const change = useStaffAction(async () => {
    await changePassword(current, next);
    setCurrent('');
    setNext('');
    notify.done(t('password.done'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.dim}>{t('password.text')}</p>
      <Field
        label={t('password.current')}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPassword value={next} onChange={setNext} />
      <ActionError error={change.error} />
      <div className={css.actions}>
        <Button type="submit" size="small" busy={change.busy}>
          {t('password.submit')}
        </Button>
      </div>
    </form>
  );
}
