import { IconCreditCard } from '@tabler/icons-react';
import type { PaymentMethod } from '../model/methods';

/** A method's mark; an icon for one that has none. The name stands beside it. */
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
