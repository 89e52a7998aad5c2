import {
  IconDeviceMobileMessage,
  IconKey,
  IconPassword,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { ErrorState, Skeleton } from '@/components/ui';
import { useUserTwoAuthTypeSet } from '@/contracts/hooks/user';
import { refresh } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import { useAuthenticator, useFactor } from '../api/security';
import css from './FactorChoice.module.css';

const factors = [
  { type: 0, key: 'none', Icon: IconPassword },
  { type: 1, key: 'sms', Icon: IconDeviceMobileMessage },
  { type: 2, key: 'ga', Icon: IconShieldCheck },
] as const;

/** What a login asks for beside the password; an authenticator must be set up to be chosen. */
export function FactorChoice() {
  const { t } = useTranslation('account');
  const { type: current, error, reload } = useFactor();
  const authenticator = useAuthenticator();
  const { run, busy } = useUserTwoAuthTypeSet({
    after: async () => {
      await refresh('user/two_auth_type');
      toastSuccess(t('factor.saved'));
    },
  });
  return (
    <Panel icon={<IconKey size={22} />} title={t('factor.title')} text={t('factor.text')}>
      {current === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <div className={css.choices} aria-busy="true">
            {factors.map(({ key }) => (
              <Skeleton key={key} className={css.place} />
            ))}
          </div>
        )
      ) : (
        <div className={css.choices} role="radiogroup" aria-label={t('factor.title')}>
          {factors.map(({ type, key, Icon }) => (
            <button
              key={type}
              type="button"
              role="radio"
              aria-checked={type === current}
              className={css.choice}
              disabled={busy || (type === 2 && !authenticator.on)}
              onClick={() => type !== current && void run({ mode: 'set', type })}
            >
              <Icon size={22} aria-hidden="true" />
              <span>
                <span className={css.name}>{t(`factor.${key}.name`)}</span>
                <br />
                <span className={css.text}>
                  {t(type === 2 && !authenticator.on ? 'factor.ga.first' : `factor.${key}.text`)}
                </span>
              </span>
            </button>
          ))}
        </div>
      )}
    </Panel>
  );
}
