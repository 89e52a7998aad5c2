import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, IconButton } from '@/components/ui';
import type { PaymentMethod } from '../model/methods';
import css from './MethodCard.module.css';
import { MethodLogo } from './MethodLogo';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';

export interface MethodCardProps {
  method: PaymentMethod;
  /** The address of the form, or a function that opens it in place. */
  to: string | (() => void);
  busy: boolean;
  /** Undefined where the platform keeps no favourites. */
  onFavorite?(method: PaymentMethod): void;
}

/** A payment method as a row: logo, name, limits, duration and favourite button. */
export function MethodCard({ method, to, busy, onFavorite }: MethodCardProps) {
  const { t } = useTranslation(['cashier', 'common']);
  const { limits, duration } = usePaymentMethodFacts(method);
  return (
    <div className={css.card}>
      <MethodLogo method={method} />
      <div className={css.text}>
        <div className={css.name}>
          {typeof to === 'string' ? (
            <Link to={to} className={css.link}>
              {method.name}
            </Link>
          ) : (
            <button type="button" className={css.link} onClick={to}>
              {method.name}
            </button>
          )}
          {method.quick && <Badge tone="accent">{t('method.quick')}</Badge>}
          {method.qr && <Badge>{t('method.qr')}</Badge>}
        </div>
        <p className={css.facts}>{`${limits} · ${duration}`}</p>
      </div>
      {onFavorite && (
        <IconButton
          size="small"
          className={css.favorite}
          label={t('common:tile.favorite', { name: method.name })}
          aria-pressed={method.isFavorite === 1}
          aria-disabled={busy}
          icon={<IconHeart size={18} />}
          onClick={() => onFavorite(method)}
        />
      )}
    </div>
  );
}
