import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { historyKinds, paths, type HistoryKind } from '@/lib/paths/paths';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { isOffered } from '@/lib/bootstrap/supports';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { BetHistory } from '../components/BetHistory';
import { BonusHistory } from '../components/BonusHistory';
import { FinanceHistory } from '../components/FinanceHistory';
import { GameHistory } from '../components/GameHistory';
import css from './TransactionsRoute.module.css';

const histories: Record<HistoryKind, ComponentType> = {
  bets: BetHistory,
  games: GameHistory,
  finance: FinanceHistory,
  bonus: BonusHistory,
};

/** The player's histories, each with its own address (experience.md, "Pages"). */
export function HistoryRoute() {
  const { t } = useTranslation('history');
  const current = useParams().kind as HistoryKind;
  usePageTitle(t(`kind.${current}`));
  const History = histories[current];
  const offeredKinds = historyKinds.filter(
    (it) =>
      isOffered(paths.profileHistory.to({ kind: it })) &&
      (it !== 'bets' || hasFeature('sport') || hasFeature('liveSport')),
  );
  return (
    <>
      <PageTitle>{t(`kind.${current}`)}</PageTitle>
      <div className={css.categories}>
        <Chips label={t('kinds')}>
          {offeredKinds.map((it) => (
            <ChipLink key={it} to={paths.profileHistory.to({ kind: it })} current={it === current}>
              {t(`kind.${it}`)}
            </ChipLink>
          ))}
        </Chips>
      </div>
      <History />
    </>
  );
}
