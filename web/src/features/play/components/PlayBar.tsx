import {
  IconArrowLeft,
  IconHeart,
  IconHeartFilled,
  IconInfoCircle,
  IconMaximize,
  IconMinimize,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import type { Tournament } from '@/contracts/types';
import type { Fullscreen } from '../hooks/useFullscreen';
import { BreakButton } from './BreakButton';
import { PlayTimes } from './PlayTimes';
import { RealLink } from './RealLink';
import { TournamentChip } from './TournamentChip';
import { Wallet } from './Wallet';
import css from './PlayBar.module.css';

export interface PlayBarProps {
  name: string;
  provider: string | undefined;
  /** The path of the same game for money; set while a demo is played. */
  realAddress: string | undefined;
  favorite: TileFavorite | undefined;
  fullscreen: Fullscreen;
  tournament: Tournament | undefined;
  /** The start time: milliseconds since 1970. */
  startedAt: number;
  panelOpen: boolean;
  onPanel(): void;
  /** Goes back; the game is docked. */
  onBack(): void;
  /** Ends the game. */
  onClose(): void;
}

/** The only bar of the play page: back, name, tournament, time, balance, deposit and the controls of the page. */
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
          <Wallet />
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
