import { useId, useState } from 'react';
import {
  IconDeviceMobileMessage,
  IconKey,
  IconPassword,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Badge } from '@/components/ui/Chip/Chip';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useProfile } from '@/lib/player/player';
import { refresh } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import {
  factorType,
  setSecondFactor,
  useAuthenticator,
  useSecondFactor,
  verifySmsCode,
  type FactorType,
} from '../api/security';
import { CodeRequest } from './CodeStep';
import css from './FactorChoice.module.css';

/** Shows the active second factor and selects the factor of the next login. */
export function FactorChoice() {
  const { t } = useTranslation('account');
  const { type: current, error, reload } = useSecondFactor();
  return (
    <Panel
      icon={<IconKey size={22} />}
      title={t('factor.title')}
      text={t('factor.text')}
      aside={
        current !== undefined && (
          <Badge tone={current === factorType.none ? 'warning' : 'positive'}>
            {t(current === factorType.none ? 'factor.none.name' : 'factor.on')}
          </Badge>
        )
      }
    >
      {current !== undefined ? (
        <Choice current={current} />
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <div className={css.choices} aria-busy="true">
          {Object.keys(factorType).map((key) => (
            <Skeleton key={key} className={css.skeleton} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Choice({ current }: { current: FactorType }) {
  const { t } = useTranslation(['account', 'errors']);
  const offered = useOfferedFactors(current);
  const [wanted, setWanted] = useState<FactorType>();
  const finish = async () => {
    setWanted(undefined);
    await refresh('user/two_auth_type');
    toastSuccess(t('factor.saved'));
  };
  const { run, busy } = useAction(async (type: FactorType) => {
    try {
      await setSecondFactor(type);
      await finish();
    } catch (failure) {
      const { message, requestId } = failure as { message?: string; requestId?: string };
      toastFailure(message || t('errors:failure'), requestId);
      throw failure;
    }
  });
  const choose = (type: FactorType) => {
    if (type === current) setWanted(undefined);
    // One of its codes has already set up the authenticator, therefore nothing else is required.
    else if (current === factorType.none && type === factorType.ga) void run(type);
    else setWanted(type);
  };
  return (
    <>
      <FactorOptions options={offered} selected={wanted ?? current} busy={busy} onSelect={choose} />
      {wanted !== undefined && (
        <div className={css.change}>
          <FactorChange
            key={wanted}
            from={current}
            to={wanted}
            onDone={() => void finish()}
            onCancel={() => setWanted(undefined)}
          />
        </div>
      )}
    </>
  );
}

interface FactorChangeProps {
  /** The active second factor. */
  from: FactorType;
  to: FactorType;
  onDone(): void;
  onCancel(): void;
}

/**
 * Changes the second factor. An active factor requires one of its codes. SMS requires a code that
 * reached the phone, because a player without access to the phone would be locked out.
 */
function FactorChange({ from, to, onDone, onCancel }: FactorChangeProps) {
  const { t } = useTranslation('account');
  const [phoneVerified, setPhoneVerified] = useState(to !== factorType.sms);
  if (!phoneVerified) {
    const verify = async (code: string) => {
      const accepted = await verifySmsCode(code);
      // If no factor is active, the verified phone is enough.
      return accepted && from === factorType.none ? setSecondFactor(to) : accepted;
    };
    return (
      <CodeRequest
        key="phone"
        bySms
        text={t('factor.change.phone')}
        label={t('sms.code')}
        verify={verify}
        onVerified={from === factorType.none ? onDone : () => setPhoneVerified(true)}
        onCancel={onCancel}
      />
    );
  }
  const bySms = from === factorType.sms;
  return (
    <CodeRequest
      key="code"
      bySms={bySms}
      text={t(bySms ? 'factor.change.sms' : 'factor.change.ga')}
      label={t(bySms ? 'sms.code' : 'ga.code')}
      verify={(code) => setSecondFactor(to, code)}
      onVerified={onDone}
      onCancel={onCancel}
    />
  );
}

const icons: Record<OfferedFactor['key'], Icon> = {
  none: IconPassword,
  sms: IconDeviceMobileMessage,
  ga: IconShieldCheck,
};

interface FactorOptionsProps {
  options: readonly OfferedFactor[];
  selected: FactorType;
  busy: boolean;
  onSelect(type: FactorType): void;
}

/** The second factors as radio buttons. A disabled factor shows its missing requirement. */
function FactorOptions({ options, selected, busy, onSelect }: FactorOptionsProps) {
  const { t } = useTranslation('account');
  const name = useId();
  return (
    <div className={css.choices} role="radiogroup" aria-label={t('factor.title')} aria-busy={busy}>
      {options.map(({ key, missing }) => {
        const FactorIcon = icons[key];
        return (
          <label key={key} className={css.choice}>
            {/* A native radio input: arrow keys move the selection and skip disabled options. */}
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={factorType[key] === selected}
              disabled={missing !== undefined}
              onChange={() => onSelect(factorType[key])}
            />
            <FactorIcon size={22} aria-hidden="true" />
            <span>
              <span className={css.name}>{t(`factor.${key}.name`)}</span>
              <br />
              <span className={css.text}>{t(missing ?? `factor.${key}.text`)}</span>
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** A second factor that the page offers. */
interface OfferedFactor {
  key: keyof typeof factorType;
  /** The text about the step that must come before the selection. */
  missing?: 'factor.ga.first' | 'factor.sms.noPhone';
}

/**
 * Returns the second factors that the next login can require, including the active factor. The
 * platform must support SMS codes for `sms` and the setup of an authenticator for `ga`.
 */
function useOfferedFactors(current: FactorType): OfferedFactor[] {
  const authenticator = useAuthenticator();
  const notSetUp = current !== factorType.ga && authenticator.enabled === false;
  const { data: profile } = useProfile();
  const offered: OfferedFactor[] = [{ key: 'none' }];
  if (current === factorType.sms || (supports('user/sms_send') && supports('user/sms_validate')))
    offered.push({ key: 'sms', missing: profile?.phone === '' ? 'factor.sms.noPhone' : undefined });
  if (current === factorType.ga || supports('user/user_generate_ga'))
    offered.push({ key: 'ga', missing: notSetUp ? 'factor.ga.first' : undefined });
  return offered;
}
