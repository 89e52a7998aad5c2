import { useEffect, useRef, useState } from 'react';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink, EmptyState, ErrorState, PageSpinner } from '@/components/ui';
import { useUserRegisterConfirm } from '@/contracts/hooks/user';
import { AuthCard } from '../components/AuthCard';
import { useShownError } from '../hooks/useShownError';

/** `/register-account-confirm?token=`: confirms a registration from the link in the e-mail. */
export function RegisterConfirmRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <AuthCard title={t('confirm.title')}>
      {token ? (
        <Confirmation token={token} />
      ) : (
        <EmptyState
          icon={<IconMailOff size={32} />}
          title={t('confirm.missing.title')}
          text={t('confirm.missing.text')}
        >
          <ButtonLink variant="primary" to={paths.login.to()}>
            {t('confirm.login')}
          </ButtonLink>
        </EmptyState>
      )}
    </AuthCard>
  );
}

function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const [done, setDone] = useState(false);
  const { run, error } = useUserRegisterConfirm({
    suppressToast: true,
    onSuccess: () => setDone(true),
  });
  const sentToken = useRef('');
  const shownError = useShownError(error);
  useEffect(() => {
    // A token can be used once: an effect that runs twice must not send it twice.
    if (sentToken.current === token) return;
    sentToken.current = token;
    void run({ token });
  }, [token, run]);

  if (shownError && !done) {
    return (
      <ErrorState
        title={t('confirm.failed')}
        error={shownError}
        onRetry={() => void run({ token })}
      >
        <ButtonLink to={paths.login.to()}>{t('confirm.login')}</ButtonLink>
      </ErrorState>
    );
  }
  if (!done) return <PageSpinner label={t('confirm.asking')} />;
  return (
    <EmptyState
      icon={<IconCircleCheck size={32} />}
      title={t('confirm.done')}
      text={t('confirm.doneText')}
    >
      <ButtonLink variant="primary" to={paths.login.to()}>
        {t('confirm.login')}
      </ButtonLink>
    </EmptyState>
  );
}
