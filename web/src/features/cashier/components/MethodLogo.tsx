import { IconCreditCard } from '@tabler/icons-react';
import type { PaymentMethod } from '../model/methods';

/** The logo of a method, or a generic icon; decorative, since the name is beside it. */
export function MethodLogo({ method, className }: { method: PaymentMethod; className?: string }) {
  return (
    <span className={className}>
      {method.logo ? (
        <img src={method.logo} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconCreditCard size={28} aria-hidden="true" />
      )}
    </span>
  );
}
