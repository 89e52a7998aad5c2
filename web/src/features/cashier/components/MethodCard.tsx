import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, IconButton } from '@/components/ui';
import type { Way } from '../model/methods';
import css from './MethodCard.module.css';
import { MethodLogo } from './MethodLogo';
import { useWayFacts } from '../hooks/useWayFacts';

export interface MethodCardProps {
  way: Way;
  /** Where its form is. */
  to: string;
  busy: boolean;
  onFavorite(way: Way): void;
}

/** A way to pay: its mark, what it takes and how long, and its heart. */
export function MethodCard({ way, to, busy, onFavorite }: MethodCardProps) {
  const { t } = useTranslation('cashier');
  const { limits, duration } = useWayFacts(way);
  return (
    <div className={css.card}>
      <MethodLogo way={way} className={css.logo} />
      <div className={css.name}>
        <Link to={to} className={css.open}>
          {way.name}
        </Link>
        <IconButton
          size="small"
          className={css.heart}
          label={t('common:tile.favorite', { name: way.name })}
          aria-pressed={way.isFavorite === 1}
          disabled={busy}
          icon={<IconHeart size={18} />}
          onClick={() => onFavorite(way)}
        />
      </div>
      <p className={css.facts}>
        <span>{limits}</span>
        <span>{duration}</span>
        {way.quick && <Badge tone="accent">{t('method.quick')}</Badge>}
        {way.qr && <Badge>{t('method.qr')}</Badge>}
      </p>
    </div>
  );
}
