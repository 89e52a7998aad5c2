import { useId } from 'react';
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
import { useAuthenticator, useSecondFactor } from '../api/security';
import css from './FactorChoice.module.css';

const factors = [
  { type: 0, key: 'none', Icon: IconPassword },
  { type: 1, key: 'sms', Icon: IconDeviceMobileMessage },
  { type: 2, key: 'ga', Icon: IconShieldCheck },
] as const;

/** Selects the second factor of a login; the authenticator is available once it is set up. */
export function FactorChoice() {
  const { t } = useTranslation('account');
  const name = useId();
  const { type: current, error, reload } = useSecondFactor();
  const authenticator = useAuthenticator();
  const { run, busy } = useUserTwoAuthTypeSet({
    onSuccess: async () => {
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
              <Skeleton key={key} className={css.skeleton} />
            ))}
          </div>
        )
      ) : (
        <div
          className={css.choices}
          role="radiogroup"
          aria-label={t('factor.title')}
          aria-busy={busy}
        >
          {factors.map(({ type, key, Icon }) => (
            <label key={type} className={css.choice}>
              {/* A native radio input: the arrow keys move the selection and skip disabled options. */}
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                checked={type === current}
                disabled={type === 2 && !authenticator.enabled}
                onChange={() => void run({ mode: 'set', type })}
              />
              <Icon size={22} aria-hidden="true" />
              <span>
                <span className={css.name}>{t(`factor.${key}.name`)}</span>
                <br />
                <span className={css.text}>
                  {t(
                    type === 2 && !authenticator.enabled ? 'factor.ga.first' : `factor.${key}.text`,
                  )}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
    </Panel>
  );
}
