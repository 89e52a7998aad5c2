import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { logInAsAnother } from '../api/login';
import { useLogin } from '../api/useLogin';
import { LoginForm } from './LoginForm';
import css from './Form.module.css';

/** The login over a page whose login has ended. The page keeps what was typed, and its requests go on afterwards. */
export function LoginDialog() {
  const { t } = useTranslation('staff');
  const login = useLogin();
  if (login.phase !== 'in') return null;
  return (
    <Dialog open={login.ended} persistent onClose={() => undefined} title={t('login.endedTitle')}>
      <div className={css.form}>
        <p className={css.dim}>{t('login.endedText')}</p>
        <LoginForm name={login.me.name} />
        <Button variant="subtle" size="small" onClick={logInAsAnother}>
          {t('login.another')}
        </Button>
      </div>
    </Dialog>
  );
}
