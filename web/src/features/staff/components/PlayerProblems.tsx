import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/useStaff';
import { useAmount } from '../hooks/useAmount';
import { useCallName } from '../hooks/useCallName';
import { useDebugText } from '../hooks/useErrorText';
import { useLimitTexts } from '../hooks/useLimitTexts';
import { paymentAddress } from '../model/money';
import type { PlayerDetail } from '../model/player';
import { Facts } from './Facts';
import { LoginLocks } from './LoginLocks';
import { Panel } from '@/components/ui/Panel/Panel';
import { Time } from './Time';

/** What is wrong with a player now: locks of the login, a break or an exclusion, used limits, unknown payments, and the last refusals. */
export function PlayerProblems({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { brand, uid, username, money } = player;
  const amountText = useAmount();
  const callName = useCallName();
  const debugText = useDebugText();
  const limits = useStaff('/players/{brand}/{uid}/limits', { path: { brand, uid } }).data;
  const texts = useLimitTexts(limits?.currency ?? '');
  const query = { brand, player: uid, failed: true, limit: 3 } as const;
  const refused = useStaff('/requests', { query }).data ?? [];
  const facts: (readonly [ReactNode, ReactNode])[] = [
    [t('limits.break'), limits?.break && <Time at={limits.break.until} relative />],
    [
      t('limits.exclusion'),
      limits?.exclusion?.until ? (
        <Time at={limits.exclusion.until} relative />
      ) : (
        limits?.exclusion && t('limits.forever')
      ),
    ],
  ];
  for (const limit of limits?.limits ?? [])
    if (limit.left <= 0) facts.push([texts.name(limit), t('problems.used')]);
  for (const payment of money)
    if (payment.state === 'unknown')
      facts.push([
        t('outcome.unknown'),
        <Link to={paymentAddress(payment)}>
          <span>{`${amountText(payment.amount) || payment.key} · `}</span>
          <Time at={payment.at} relative />
        </Link>,
      ]);
  for (const { id, at, call, cause, debug, code, money: paid } of refused) {
    const message = money.find(({ key }) => key === paid?.key)?.message;
    const reason = message || (cause ? t(`cause.${cause}`) : debugText(debug) || code);
    facts.push([
      <Time at={at} />,
      <Link to={staffPaths.request.to({ id })}>
        {[call && callName(call, paid?.part), reason].filter(Boolean).join(' · ')}
      </Link>,
    ]);
  }
  return (
    <Panel dense title={t('problems.title')}>
      {username && <LoginLocks username={username} brand={brand} />}
      <Facts facts={facts} />
    </Panel>
  );
}
