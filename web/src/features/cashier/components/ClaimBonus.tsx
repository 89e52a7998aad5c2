import { useEffect, useRef, useState } from 'react';
import { IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import motion from '@/components/bonuses/claimed.module.css';
import { Button } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import { useUserClaimBonus } from '@/contracts/hooks/money';
import type { Bonus } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { refreshBalance } from '@/lib/player/player';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import { useDepositBonus } from '../api/cashier';
import css from './Notice.module.css';

const revalidate = () => Promise.all([refresh('user/list_bonuses'), refreshBalance()]);

/** Offers the available bonus after a credited deposit. A claimed bonus stays visible. */
export function ClaimBonus() {
  const { t } = useTranslation('cashier');
  const { available } = useDepositBonus();
  const [claimed, setClaimed] = useState<Bonus>();
  const { run, busy } = useUserClaimBonus({
    onSuccess: (bonus) => {
      toastSuccess(t('bonus.claimed', { title: bonus.title }));
      setClaimed(bonus);
      return revalidate();
    },
    onError: revalidate,
  });
  const bonus = claimed ?? available;
  if (!bonus || !supports('user/claim_bonus')) return null;
  return (
    <div className={classes(css.notice, css.bonus, claimed && motion.claimed)}>
      <IconGift size={24} aria-hidden="true" />
      <p className={css.lines}>
        <strong>{bonus.title}</strong>
        <Money className={motion.amount} amount={bonus.amount} round />
        {claimed && <Wagering bonus={claimed} />}
      </p>
      {claimed ? (
        <BonusesLink />
      ) : (
        <Button
          size="small"
          variant="primary"
          busy={busy}
          onClick={() => void run({ bonusID: bonus.bonusID })}
        >
          {t('bonus.claim')}
        </Button>
      )}
    </div>
  );
}

function Wagering({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const left = format.money(bonus.wager_required - bonus.wager_done, { round: true });
  return <span>{t('bonus.active', { left })}</span>;
}

/** Leads to the bonuses. It replaces the button and takes its focus. */
function BonusesLink() {
  const { t } = useTranslation('cashier');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Link ref={link} className={css.link} to={paths.profileBonuses.to()}>
      {t('bonus.all')}
    </Link>
  );
}
