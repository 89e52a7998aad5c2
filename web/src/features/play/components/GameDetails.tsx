import { IconHeart, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isTable, playAddress, type AnyGame } from '@/components/games/model/game';
import { gameSession } from '@/components/games/model/gameSession';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Picture } from '@/components/ui/Image/Picture';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useGameFavorite } from '../hooks/useShownGame';
import css from './GameDetails.module.css';

/** The details of a game: picture, provider, facts, and the ways to play it. */
export function GameDetails({ game, onClose }: { game: AnyGame; onClose(): void }) {
  const { t } = useTranslation('play');
  const favorite = useGameFavorite(game);
  const live = isTable(game);
  const provider = (live ? paths.liveProvider : paths.slotProvider).to({
    providerID: game.providerID,
  });
  const open = () => {
    gameSession.set(game);
    onClose();
  };
  return (
    <Dialog open title={game.name} onClose={onClose}>
      <div className={css.details}>
        <div className={css.head}>
          <div className={live ? css.table : css.slot}>
            <Picture
              of={game}
              width={live ? 480 : 300}
              height={live ? 300 : 400}
              sizes="300px"
              eager
            />
          </div>
          <div className={css.actions}>
            <Link className={css.provider} to={provider} onClick={onClose}>
              {game.providerName}
            </Link>
            <ButtonLink variant="primary" fullWidth to={playAddress(game)} onClick={open}>
              <IconPlayerPlayFilled size={18} aria-hidden="true" />
              {t('play')}
            </ButtonLink>
            {!live && game.isDemo && (
              <ButtonLink fullWidth to={playAddress(game, true)} onClick={open}>
                {t('demo')}
              </ButtonLink>
            )}
            {favorite && (
              <Button fullWidth aria-pressed={favorite.active} onClick={favorite.onToggle}>
                <IconHeart size={20} aria-hidden="true" />
                <span>{t('favorite')}</span>
              </Button>
            )}
          </div>
        </div>
        <GameFacts game={game} />
      </div>
    </Dialog>
  );
}

/** The known facts of a slot or a live table, such as payout rate, stakes or dealer. */
export function GameFacts({ game }: { game: AnyGame }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, { round: true });
  const facts: [string, string][] = [];
  if (isTable(game)) {
    if (game.dealer) facts.push([t('facts.dealer'), game.dealer]);
    if (game.seats > 0) {
      const taken = { taken: format.number(game.seatsTaken), seats: format.number(game.seats) };
      facts.push([t('facts.seats'), t('facts.seatsTaken', taken)]);
    }
  } else {
    if (game.rtp > 0)
      facts.push([
        t('facts.rtp'),
        format.number(game.rtp / 100, { style: 'percent', maximumFractionDigits: 2 }),
      ]);
    facts.push([t('facts.volatility'), t(`volatility.${game.volatility}`)]);
    // A multiple of the stake.
    if (game.maxWin) facts.push([t('facts.maxWin'), `×${format.number(game.maxWin)}`]);
  }
  facts.push([t('facts.minBet'), money(game.minBet)], [t('facts.maxBet'), money(game.maxBet)]);
  return (
    <dl className={css.facts}>
      {facts.map(([term, value]) => (
        <div key={term} className={css.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
