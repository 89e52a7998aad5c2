import {
  IconArrowLeft,
  IconClock,
  IconHeart,
  IconHeartFilled,
  IconHourglass,
  IconInfoCircle,
  IconMaximize,
  IconMinimize,
  IconTrophy,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { Rank } from '@/components/ui/Rank/Rank';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import { Wallet } from '@/components/wallet/Wallet';
import type { Tournament } from '@/contracts/types';
import { useNow } from '@/lib/clock';
import { ownRow } from '@/lib/content/calls';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import type { Fullscreen } from '../hooks/useStage';
import { formatTimeSpan } from '../model/playTime';
import { BreakButton, RealLink } from './BarControls';
import css from './PlayBar.module.css';

interface PlayBarProps {
  name: string;
  provider: string | undefined;
  /** The path of the same game for money, only during a demo. */
  realAddress: string | undefined;
  favorite: TileFavorite | undefined;
  fullscreen: Fullscreen;
  tournament: Tournament | undefined;
  /** The start time in milliseconds since 1970. */
  startedAt: number;
  panelOpen: boolean;
  onPanel(): void;
  /** Goes back and docks the game. */
  onBack(): void;
  /** Ends the game. */
  onClose(): void;
}

/** The only bar of the play page: back, name, tournament, time, balance, deposit, controls. */
export function PlayBar(props: PlayBarProps) {
  const { name, provider, realAddress, favorite, fullscreen, tournament } = props;
  const { t } = useTranslation('play');
  return (
    <header className={css.bar}>
      <IconButton
        label={t('back')}
        icon={<IconArrowLeft className="rtl-flip" />}
        onClick={props.onBack}
      />
      <div className={css.name}>
        <h1 className={css.title} dir="auto">
          {name}
        </h1>
        {provider && (
          <p className={css.provider} dir="auto">
            {provider}
          </p>
        )}
      </div>
      {favorite && (
        <IconButton
          className={favorite.active ? css.favorite : css.wide}
          label={t(favorite.active ? 'unmark' : 'mark')}
          icon={favorite.active ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
          onClick={favorite.onToggle}
        />
      )}
      {tournament && <TournamentChip tournament={tournament} />}
      <span className={css.spacer} />
      <PlayTimes startedAt={props.startedAt} />
      {realAddress ? (
        <>
          <span className={css.demo}>
            <Badge tone="warning">{t('demo')}</Badge>
          </span>
          <RealLink to={realAddress} size="small" className={css.real} />
        </>
      ) : (
        <>
          <Wallet depositText />
          <BreakButton />
        </>
      )}
      <IconButton
        label={t('panel.open')}
        aria-expanded={props.panelOpen}
        icon={<IconInfoCircle size={22} />}
        onClick={props.onPanel}
      />
      {fullscreen.supported && (
        <IconButton
          className={css.wide}
          label={t(fullscreen.active ? 'shrink' : 'enlarge')}
          icon={fullscreen.active ? <IconMinimize size={22} /> : <IconMaximize size={22} />}
          onClick={fullscreen.toggle}
        />
      )}
      <IconButton
        className={css.wide}
        label={t('close', { name })}
        icon={<IconX size={22} />}
        onClick={props.onClose}
      />
    </header>
  );
}

/** The time of day, and the time since the game opened. */
function PlayTimes({ startedAt }: { startedAt: number }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const now = useNow(1000);
  return (
    <div className={css.times}>
      <span className={css.time} title={t('clock')}>
        <IconClock size={16} aria-hidden="true" />
        <span className="visually-hidden">{`${t('clock')}: `}</span>
        <span>{format.date(new Date(now), 'time')}</span>
      </span>
      <span className={css.time} title={t('session')}>
        <IconHourglass size={16} aria-hidden="true" />
        <span className="visually-hidden">{`${t('session')}: `}</span>
        <span>{formatTimeSpan(Math.max(0, now - startedAt))}</span>
      </span>
    </div>
  );
}

/** The player's rank in the tournament of the running game, or the tournament's name. */
export function TournamentChip({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('play');
  const own = ownRow(tournament.leaderboard, usePlayer()?.profile.username);
  return (
    <Link
      className={css.chip}
      to={paths.tournament.to({ id: tournament.id })}
      title={tournament.title}
      aria-label={
        own
          ? t('tournament.rank', { title: tournament.title, rank: own.rank })
          : t('tournament.open', { title: tournament.title })
      }
    >
      <IconTrophy size={18} aria-hidden="true" />
      {own ? (
        <Rank rank={own.rank} />
      ) : (
        <span className={css.tournamentChipTitle}>{tournament.title}</span>
      )}
    </Link>
  );
}
