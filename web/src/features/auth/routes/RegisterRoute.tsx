import { useState } from 'react';
import { IconMailCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useClosedPart } from '@/lib/maintenance/flag';
import { paths } from '@/lib/paths/paths';
import { AuthCard } from '../components/AuthCard';
import { RegisterForm } from '../components/register/RegisterForm';

/** `/register`: four steps, each validated before the next. */
export function RegisterRoute() {
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState<string>();
  const closed = useClosedPart('registration');
  if (email === undefined) {
    return (
      <AuthCard wide title={t('register.title')} text={t('register.text')}>
        {closed ? (
          <ErrorState error={{ message: '', closed }} />
        ) : (
          <RegisterForm onDone={setEmail} />
        )}
      </AuthCard>
    );
  }
  return (
    <AuthCard wide title={t('register.title')}>
      <EmptyState
        icon={<IconMailCheck size={32} />}
        title={t('register.done')}
        text={t('register.doneText', { email })}
      >
        <ButtonLink ref={focusOnMount} variant="primary" to={paths.login.to()}>
          {t('register.login')}
        </ButtonLink>
      </EmptyState>
    </AuthCard>
  );
}

/** Takes the focus because the focused form was removed. */
const focusOnMount = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true });
