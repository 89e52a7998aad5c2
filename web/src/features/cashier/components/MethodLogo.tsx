import { IconCreditCard } from '@tabler/icons-react';
import type { Way } from '../model/methods';

/** A method's mark; an icon for one that has none. The name stands beside it. */
export function MethodLogo({ way, className }: { way: Way; className?: string }) {
  return (
    <span className={className}>
      {way.logo ? (
        <img src={way.logo} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconCreditCard size={28} aria-hidden="true" />
      )}
    </span>
  );
}
