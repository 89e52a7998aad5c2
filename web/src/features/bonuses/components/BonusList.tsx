import { useState, type ReactNode } from 'react';
import { IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Html } from '@/components/html/Html';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Money } from '@/components/ui/Money/Money';
import { Pagination } from '@/components/ui/More/More';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import { pageSize } from '@/contracts/constants';
import { useUserListBonuses } from '@/contracts/hooks/user';
import { useUserCancelBonus, useUserClaimBonus } from '@/contracts/hooks/money';
import type { Bonus, BonusStatus, RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { useFirstPageIf } from '@/lib/page/useFilters';
import { paths } from '@/lib/paths/paths';
import { refreshBalance } from '@/lib/player/player';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import css from './BonusList.module.css';
import motion from '@/components/bonuses/claimed.module.css';
import card from './BonusCard.module.css';

interface BonusListProps {
  status: BonusStatus;
  /** The number of bonuses before the current page. */
  offset: number;
  onOffset(offset: number): void;
  /** The last claimed bonus, with a highlighted card. */
  claimed?: RecordID;
  /** Called after a bonus is claimed and moves to another tab. */
  onClaimed(id: RecordID): void;
}

/** The bonuses of one tab. */
export function BonusList({ status, offset, onOffset, claimed, onClaimed }: BonusListProps) {
  const { t } = useTranslation('bonuses');
  const request = { status, limit: pageSize, offset };
  const options = { keepPreviousData: true };
  const { data: bonuses, response, error, loading, reload } = useUserListBonuses(request, options);
  const isEmpty = error?.reason === 'no-records' || bonuses?.length === 0;
  useFirstPageIf(isEmpty, offset, onOffset);
  if (loading) return <ListSkeleton className={css.grid} count={4} height={240} />;
  if (error && error.reason !== 'no-records') return <ErrorState error={error} onRetry={reload} />;
  if (!bonuses || bonuses.length === 0) {
    return (
      <EmptyState icon={<IconGift size={32} />} title={t(`empty.${status}`)} text={t('empty.text')}>
        <ButtonLink to={paths.promotions.to()}>{t('empty.promotions')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css.grid} aria-label={t(`tab.${status}`)}>
        {bonuses.map((bonus) => (
          <li key={bonus.bonusID}>
            <SectionErrors of="card">
              <BonusCard
                bonus={bonus}
                claimed={bonus.bonusID === claimed}
                action={<BonusAction bonus={bonus} onClaimed={() => onClaimed(bonus.bonusID)} />}
              />
            </SectionErrors>
          </li>
        ))}
      </ul>
      {response?.pagination && <Pagination {...response.pagination} onOffset={onOffset} />}
    </>
  );
}

/** Revalidates bonuses and balance, because even a failed call may have changed them. */
const revalidate = () => Promise.all([refresh('user/list_bonuses'), refreshBalance()]);
const revalidating = { onSuccess: revalidate, onError: revalidate };

function BonusAction({ bonus, onClaimed }: { bonus: Bonus; onClaimed(): void }) {
  if (bonus.status === 'available' && supports('user/claim_bonus')) {
    return <ClaimButton bonus={bonus} onClaimed={onClaimed} />;
  }
  if (bonus.status === 'active' && supports('user/cancel_bonus')) {
    return <CancelButton bonus={bonus} />;
  }
  return null;
}

function ClaimButton({ bonus, onClaimed }: { bonus: Bonus; onClaimed(): void }) {
  const { t } = useTranslation('bonuses');
  const { run, busy } = useUserClaimBonus(revalidating);
  const claim = async () => {
    if (!(await run({ bonusID: bonus.bonusID }))) return;
    toastSuccess(t('claimed', { title: bonus.title }));
    onClaimed();
  };
  return (
    <Button variant="primary" busy={busy} onClick={() => void claim()}>
      {t('claim')}
    </Button>
  );
}

function CancelButton({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('bonuses');
  const [confirming, setConfirming] = useState(false);
  const { run, busy } = useUserCancelBonus(revalidating);
  const cancel = async () => {
    const cancelled = await run({ bonusID: bonus.bonusID });
    setConfirming(false);
    if (cancelled) toastSuccess(t('cancelled', { title: bonus.title }));
  };
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('cancel.button')}</Button>
      {confirming && (
        <CancelDialog
          bonus={bonus}
          busy={busy}
          onConfirm={() => void cancel()}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

interface CancelDialogProps {
  bonus: Bonus;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before the platform cancels a bonus and its money. */
function CancelDialog({ bonus, busy, onConfirm, onClose }: CancelDialogProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  return (
    <Dialog open title={t('cancel.title')} onClose={onClose} persistent={busy}>
      <p className={css.text}>
        {t('cancel.text', { title: bonus.title, amount: format.money(bonus.amount) })}
      </p>
      <div className={css.actions}>
        <Button onClick={onClose} disabled={busy}>
          {t('cancel.keep')}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}

interface BonusCardProps {
  bonus: Bonus;
  /** The player has just claimed it. The card lights up one time. */
  claimed?: boolean;
  /** The action on the bonus. */
  action?: ReactNode;
}

/** A bonus with its amount, wagering progress and expiry. */
function BonusCard({ bonus, claimed, action }: BonusCardProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  const { status, expires_at: expires } = bonus;
  return (
    <article
      className={classes(
        card.card,
        status === 'finished' && card.finished,
        claimed && motion.claimed,
      )}
    >
      <div className={card.head}>
        <h2 className={card.title}>{bonus.title}</h2>
        <Money className={classes(card.amount, motion.amount)} amount={bonus.amount} round />
      </div>
      <Html className={card.text} html={bonus.html} small />
      {status === 'available' ? (
        <p className={card.condition}>
          {t('wager.condition', { amount: format.money(bonus.wager_required, { round: true }) })}
        </p>
      ) : (
        <Wagering done={bonus.wager_done} required={bonus.wager_required} />
      )}
      <div className={card.footer}>
        <span className={card.expires}>
          {expires === null
            ? t('expires.never')
            : t(status === 'finished' ? 'expires.was' : 'expires.at', {
                date: format.date(expires, 'date-time'),
              })}
        </span>
        {action}
      </div>
    </article>
  );
}

interface WageringProps {
  /** The stakes so far and the required stakes, in whole currency units. */
  done: number;
  required: number;
}

/** The wagering progress of a bonus. */
function Wagering({ done, required }: WageringProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  const progress = required > 0 ? Math.min(1, done / required) : 1;
  const percent = format.number(progress, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={card.wagering}>
      <div className={card.label}>
        <span>{t('wager.title')}</span>
        <strong>{percent}</strong>
      </div>
      <div
        className={card.bar}
        role="progressbar"
        aria-label={t('wager.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
      >
        <div className={card.done} style={{ inlineSize: `${progress * 100}%` }} />
      </div>
      <p className={card.amounts}>
        {t('wager.of', {
          done: format.money(done, { round: true }),
          required: format.money(required, { round: true }),
        })}
      </p>
    </div>
  );
}
