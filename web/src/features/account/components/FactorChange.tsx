import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factorType, setSecondFactor, verifySmsCode, type FactorType } from '../api/security';
import { CodeRequest } from './CodeRequest';

export interface FactorChangeProps {
  /** The second factor in force. */
  from: FactorType;
  to: FactorType;
  onDone(): void;
  onCancel(): void;
}

/**
 * Changes the second factor. One that is in force is only given up for one of its codes, and SMS is only chosen once
 * a code has reached the phone: whoever has no access to it would be locked out.
 */
export function FactorChange({ from, to, onDone, onCancel }: FactorChangeProps) {
  const { t } = useTranslation('account');
  const [phoneVerified, setPhoneVerified] = useState(to !== factorType.sms);
  if (!phoneVerified) {
    const verify = async (code: string) => {
      const accepted = await verifySmsCode(code);
      // Without another factor in force nothing else is asked for.
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
