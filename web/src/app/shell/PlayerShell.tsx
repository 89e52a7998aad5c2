import { IconCreditCard, IconGift, IconHeart, IconIdBadge2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import account from '@/components/layouts/account/AccountLayout.module.css';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { PageTitle, SectionTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { PageSkeleton } from '@/components/ui/Skeleton/Skeleton';
import grid from '@/features/cashier/components/MethodGrid.module.css';
import notice from '@/features/cashier/components/Notice.module.css';
import cashier from '@/features/cashier/components/PaymentPage.module.css';
import { paths } from '@/lib/paths/paths';
import script from './playerShell.js?raw';
import { Each, slot, textSlot, Unless, When } from './slots';

const kycs = ['none', 'pending', 'rejected'] as const;
const titles = ['favorites', 'highlights', 'others', 'all'] as const;

/** A page of the account: the deposit's notices and methods for a player, or a placeholder. */
export function PlayerShell() {
  const { t } = useTranslation('cashier');
  const available = { amount: slot('amount:round'), wager: slot('wager:round') };
  return (
    <div className={account.account}>
      <aside className={account.side} />
      <div>
        <When is="owner">
          <PageTitle>{t('deposit.title')}</PageTitle>
          <div className={cashier.notices}>
            <When is="identity">
              <p className={notice.notice}>
                <IconIdBadge2 size={22} />
                <span className={notice.text}>
                  {kycs.map((kyc) => textSlot(`kyc_${kyc}`, t(`identity.deposit.${kyc}`))).join('')}
                </span>
                <Link className={notice.link} to={paths.profileVerification.to()}>
                  {t('identity.more')}
                </Link>
              </p>
            </When>
            <Each of="bonus">
              <div className={`${notice.notice} ${notice.bonus}`}>
                <IconGift size={24} />
                <p className={notice.lines}>
                  <strong>{slot('title')}</strong>
                  <span>
                    {textSlot('active', t('bonus.active', { left: slot('left:round') }))}
                    <Unless is="active">{t('bonus.available', available)}</Unless>
                  </span>
                </p>
                <Link className={notice.link} to={paths.profileBonuses.to()}>
                  {t('bonus.all')}
                </Link>
              </div>
            </Each>
          </div>
          <Methods />
          <script
            nonce={slot('nonce')}
            data-owner={slot('owner')}
            data-last={t('method.last')}
            data-others={t('method.others')}
          >
            {script}
          </script>
        </When>
        <Unless is="owner">
          <PageSkeleton />
        </Unless>
      </div>
    </div>
  );
}

/** The methods of deposits (MethodGrid). */
function Methods() {
  const { t } = useTranslation(['cashier', 'common']);
  const minutes = t('method.minutes', { count: slot('minutes') as never });
  return (
    <Each of="methods">
      <section className={grid.section} id={slot('key')}>
        <SectionTitle>
          {titles.map((key) => textSlot(key, t(`method.${key}`))).join('') + slot('name')}
        </SectionTitle>
        <ul className={grid.grid}>
          <Each of="cards">
            <li data-method={slot('id')}>
              <div className={grid.card}>
                <span className={grid.logo}>
                  <When is="logo">
                    <img className="logo-plate" src={slot('logo')} alt="" loading="lazy" />
                  </When>
                  <Unless is="logo">
                    <IconCreditCard size={28} />
                  </Unless>
                </span>
                <div className={grid.text}>
                  <div className={grid.name}>
                    <a className={grid.link} href={slot('to')}>
                      {slot('name')}
                    </a>
                    <When is="quick">
                      <Badge tone="accent">{t('method.quick')}</Badge>
                    </When>
                    <When is="qr">
                      <Badge>{t('method.qr')}</Badge>
                    </When>
                  </div>
                  <p className={grid.facts}>
                    {`${slot('min:round')} – ${slot('max:round')} · ${textSlot('minutes', minutes)}`}
                    <Unless is="minutes">{t('method.atOnce')}</Unless>
                  </p>
                </div>
                <When is="hearts">
                  <IconButton
                    size="small"
                    className={grid.favorite}
                    label={t('common:tile.favorite', { name: slot('name') })}
                    aria-pressed={slot('pressed') as 'true'}
                    icon={<IconHeart size={18} />}
                  />
                </When>
              </div>
            </li>
          </Each>
        </ul>
      </section>
    </Each>
  );
}
