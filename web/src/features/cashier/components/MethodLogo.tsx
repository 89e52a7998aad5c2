import { IconCreditCard } from '@tabler/icons-react';
import type { PaymentMethod } from '../model/methods';
import css from './MethodCard.module.css';

/** The logo of a method, or a generic icon; decorative, since the name is beside it. */
export function MethodLogo({ method: { logo } }: { method: PaymentMethod }) {
  return (
    <span className={css.logo}>
      {logo ? (
        <img className="logo-plate" src={logo} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconCreditCard size={28} aria-hidden="true" />
      )}
    </span>
  );
}
