import { supports } from '@/lib/bootstrap/supports';
import { useProfile } from '@/lib/player/useProfile';
import { factorType, useAuthenticator, type FactorType } from '../api/security';

/** A second factor that the page offers. */
export interface OfferedFactor {
  key: keyof typeof factorType;
  /** The text that says what has to be done before it can be selected. */
  missing?: 'factor.ga.first' | 'factor.sms.noPhone';
}

/**
 * Returns the second factors that the next login can ask for: SMS only where the platform sends and checks codes, an
 * authenticator only where it can be set up. The one in force is always among them.
 */
export function useOfferedFactors(current: FactorType): OfferedFactor[] {
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
