import { useState } from 'react';
import { IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  ListSkeleton,
  Pagination,
} from '@/components/ui';
import type { Bonus, BonusStatus } from '@/contracts/types';
import { toastSuccess } from '@/lib/toast';
import { useCancelBonus, useClaimBonus } from '../api/useBonusActions';
import { useBonuses } from '../api/useBonuses';
import { BonusCard } from './BonusCard';
import css from './BonusList.module.css';
import { CancelDialog } from './CancelDialog';

/** The bonuses of one tab. `onClaimed`: one has been taken and stands in another tab now. */
export function BonusList({ status, onClaimed }: { status: BonusStatus; onClaimed(): void }) {
  const { t } = useTranslation('bonuses');
  const [offset, setOffset] = useState(0);
  const { data: bonuses, answer, error, loading, reload } = useBonuses(status, offset);
  if (loading) return <ListSkeleton count={4} />;
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
            <BonusCard bonus={bonus} action={<BonusAction bonus={bonus} onClaimed={onClaimed} />} />
          </li>
        ))}
      </ul>
      {answer?.pagination && <Pagination {...answer.pagination} onOffset={setOffset} />}
    </>
  );
}

function BonusAction({ bonus, onClaimed }: { bonus: Bonus; onClaimed(): void }) {
  if (bonus.status === 'available') return <Claim bonus={bonus} onClaimed={onClaimed} />;
  return bonus.status === 'active' ? <Cancel bonus={bonus} /> : null;
}

function Claim({ bonus, onClaimed }: { bonus: Bonus; onClaimed(): void }) {
  const { t } = useTranslation('bonuses');
  const { run, busy } = useClaimBonus();
  const claim = async () => {
    if (!(await run(bonus.bonusID))) return;
    toastSuccess(t('claimed', { title: bonus.title }));
    onClaimed();
  };
  return (
    <Button look="primary" busy={busy} onClick={() => void claim()}>
      {t('claim')}
    </Button>
  );
}

function Cancel({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('bonuses');
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCancelBonus();
  const cancel = async () => {
    const done = await run(bonus.bonusID);
    setAsking(false);
    if (done) toastSuccess(t('cancelled', { title: bonus.title }));
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('cancel.button')}</Button>
      {asking && (
        <CancelDialog
          bonus={bonus}
          busy={busy}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
