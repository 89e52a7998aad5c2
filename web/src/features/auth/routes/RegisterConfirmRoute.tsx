import { useEffect, useRef } from 'react';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useUserRegisterConfirm } from '@/contracts/hooks/user';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard } from '../components/AuthCard';
import { useShownError } from '../hooks/useShownError';
import { noticeState } from '../model/loginNotice';

/** `/register-account-confirm?token=`: confirms a registration from the link in the email. */
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
          title={t('incomplete')}
          text={t('confirm.missing.text')}
        >
          <ButtonLink variant="primary" to={paths.login.to()}>
            {t('login.submit')}
          </ButtonLink>
        </EmptyState>
      )}
    </AuthCard>
  );
}

function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { run, error } = useUserRegisterConfirm({
    suppressToast: true,
    onSuccess: () => {
      toastSuccess(t('confirm.done'));
      // The player logs in next, and the used token leaves the address.
      void navigate(paths.login.to(), { replace: true, state: noticeState('confirm.doneText') });
    },
  });
  const sentToken = useRef('');
  const shownError = useShownError(error);
  useEffect(() => {
    // A token works only once, therefore an effect that runs twice must not send it twice.
    if (sentToken.current === token) return;
    sentToken.current = token;
    void run({ token });
  }, [token, run]);

  if (!shownError) return <PageSpinner label={t('confirm.asking')} />;
  return (
    <ErrorState title={t('confirm.failed')} error={shownError} onRetry={() => void run({ token })}>
      <ButtonLink to={paths.login.to()}>{t('login.submit')}</ButtonLink>
    </ErrorState>
  );
}
