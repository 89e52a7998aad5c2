import { useTranslation } from 'react-i18next';
import { IconCreditCard, IconHeart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { Picture } from '@/components/ui/Image/Picture';
import { SectionTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { cashType } from '@/contracts/constants';
import type { CashType, RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { isGatewayError } from '@/lib/gateway/error';
import { useClosedPart } from '@/lib/maintenance/flag';
import { paths } from '@/lib/paths/paths';
import { useFavoriteToggle, useHighlighted, useMethods } from '../api/cashier';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';
import { groupMethods, membersOf, type PaymentMethod } from '../model/methods';
import { usePreloadedForms } from './LazyPaymentSteps';
import css from './MethodGrid.module.css';

interface MethodGridProps {
  type: CashType;
  /** The method of the player's last payment, which comes first. */
  lastMethod?: RecordID;
  /** Content above the methods still loads and would shift them. */
  waiting?: boolean;
  /** Returns the address of a payment method's form, or the function that opens it in place. */
  to(method: PaymentMethod): string | (() => void);
}

/** The payment methods: favourites, highlighted ones, other single methods, then groups. */
export function MethodGrid({ type, lastMethod, waiting, to }: MethodGridProps) {
  const { t } = useTranslation('cashier');
  const { methods, error, reload } = useMethods(type);
  const closed = useClosedPart(type === cashType.deposit ? 'deposits' : 'withdrawals');
  const highlighted = useHighlighted(type);
  const shown = methods !== undefined && highlighted !== undefined && !waiting;
  usePreloadedForms(shown);
  const keepsFavorites =
    supports('finance/add_favorite_cash_method') && supports('finance/remove_favorite_cash_method');

  if (closed) return <ErrorState error={{ message: '', closed }} />;
  if (isGatewayError(error, 'no-records') || methods?.length === 0) {
    return (
      <EmptyState title={t('method.none')} text={t('method.noneText')}>
        <ButtonLink to={paths.contact.to()}>{t('method.contact')}</ButtonLink>
      </EmptyState>
    );
  }
  // Waits for both lists, because highlighted methods come first and would shift the others.
  if (!shown) {
    return !methods && error ? <ErrorState error={error} onRetry={reload} /> : <ListSkeleton />;
  }
  const { last, favorites, highlights, singles, groups } = groupMethods(
    methods,
    highlighted,
    lastMethod,
  );
  const sections = [
    { key: 'last', title: t('method.last'), methods: last },
    { key: 'favorites', title: t('method.favorites'), methods: favorites },
    { key: 'highlights', title: t('method.highlights'), methods: highlights },
    {
      key: 'singles',
      title: t(
        last.length + favorites.length + highlights.length > 0 ? 'method.others' : 'method.all',
      ),
      methods: singles,
    },
    ...groups.map((group) => ({
      key: `group-${group.id}`,
      title: group.name,
      methods: membersOf(group),
    })),
  ];
  return sections
    .filter(({ methods }) => methods.length > 0)
    .map(({ key, title, methods }) => (
      <section key={key} className={css.section} aria-labelledby={`methods-${key}`}>
        <SectionTitle id={`methods-${key}`}>{title}</SectionTitle>
        <ul className={css.grid}>
          {methods.map((method) => (
            <li key={method.id}>
              <MethodCard
                method={method}
                to={to(method)}
                favoriteOf={keepsFavorites ? type : undefined}
              />
            </li>
          ))}
        </ul>
      </section>
    ));
}

interface MethodCardProps {
  method: PaymentMethod;
  /** The address of the form, or a function that opens it in place. */
  to: string | (() => void);
  /** The direction of its favourites, or undefined if the platform stores none. */
  favoriteOf?: CashType;
}

/** A payment method as a row: logo, name, limits, duration and favourite button. */
function MethodCard({ method, to, favoriteOf }: MethodCardProps) {
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

/** The logo of a method or a generic icon. It is decorative, because the name follows it. */
export function MethodLogo({ method: { logo, srcset } }: { method: PaymentMethod }) {
  return (
    <span className={css.logo}>
      <Picture
        of={{ image: logo, srcset }}
        className="logo-plate"
        width={88}
        height={40}
        sizes="88px"
        fallback={<IconCreditCard size={28} aria-hidden="true" />}
      />
    </span>
  );
}
