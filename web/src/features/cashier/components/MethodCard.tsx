import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import type { CashType } from '@/contracts/types';
import { useFavoriteToggle } from '../api/methods';
import type { PaymentMethod } from '../model/methods';
import css from './MethodCard.module.css';
import { MethodLogo } from './MethodLogo';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';

export interface MethodCardProps {
  method: PaymentMethod;
  /** The address of the form, or a function that opens it in place. */
  to: string | (() => void);
  /** Whose favourite it may become; undefined where the platform keeps none. */
  favoriteOf?: CashType;
}

/** A payment method as a row: logo, name, limits, duration and favourite button. */
export function MethodCard({ method, to, favoriteOf }: MethodCardProps) {
  const { t } = useTranslation('cashier');
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
      {favoriteOf && <FavoriteButton method={method} type={favoriteOf} />}
    </div>
  );
}

function FavoriteButton({ method, type }: { method: PaymentMethod; type: CashType }) {
  const { t } = useTranslation('common');
  const { run, busy } = useFavoriteToggle(type);
  return (
    <IconButton
      size="small"
      className={css.favorite}
      label={t('tile.favorite', { name: method.name })}
      aria-pressed={method.isFavorite === 1}
      aria-disabled={busy}
      icon={<IconHeart size={18} />}
      onClick={() => void run(method)}
    />
  );
}
