import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '@/components/ui/Chip/Chip';
import type { Profile } from '@/contracts/types';

const tones: Record<Profile['kyc'], Tone> = {
  none: 'neutral',
  pending: 'warning',
  verified: 'positive',
  rejected: 'negative',
};

/** The state of the player's identity check. */
export function KycBadge({ kyc }: Pick<Profile, 'kyc'>) {
  const { t } = useTranslation('account');
  return <Badge tone={tones[kyc]}>{t(`kyc.${kyc}`)}</Badge>;
}
