import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { useStaffAction } from '../api/client';
import { acceptInvitation } from '../api/login';
import { LoginScreen } from '../components/ConsoleFrame';
import { NewPassword } from '../components/Login';
import { ActionError, Empty } from '../components/Page';
import css from '../components/Form.module.css';

/** Sets the password of an invited account. Browsers never send the token in the fragment. */
export function InvitationRoute() {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = hash.replace(/^#(token=)?/, '');
  const [password, setPassword] = useState('');
  const accept = useStaffAction(async () => {
    await acceptInvitation(token, password);
    await navigate(staffPaths.brands.to(), { replace: true });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void accept.run();
  };
  return (
    <LoginScreen title={t('invitation.title')} text={token && t('invitation.text')}>
      {token ? (
        <form className={css.form} onSubmit={submit}>
          <NewPassword value={password} onChange={setPassword} />
          <ActionError error={accept.error} />
          <Button type="submit" variant="primary" fullWidth busy={accept.busy}>
            {t('invitation.submit')}
          </Button>
        </form>
      ) : (
        <Empty title={t('invitation.none')} text={t('invitation.noneText')} />
      )}
    </LoginScreen>
  );
}
