import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCards } from '@tabler/icons-react';
import { GameFrame } from '@/components/games/GameFrame';
import { VirtualIcon } from '@/components/games/VirtualIcon';
import type { GameMessage } from '@/components/games/model/gameMessage';
import type { RunningGame } from '@/components/games/model/runningGame';
import { Button } from '@/components/ui/Button/Button';
import { Picture, type PictureSource } from '@/components/ui/Image/Picture';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { EmptyState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import type { VirtualGameType } from '@/contracts/types';
import { markStart } from '../hooks/useGameStart';
import { realAddressOf } from '../model/playAddress';
import { RealLink } from './BarControls';
import css from './GameStage.module.css';

interface GameStageProps {
  game: RunningGame;
  /** Undefined while the game starts. */
  url: string | undefined;
  name: string;
  picture: PictureSource;
  /** The frame is only a picture of the game and takes neither clicks nor focus. */
  inert?: boolean;
  onMessage(message: GameMessage): void;
  onRestart(): void;
  onLeave(): void;
}

/** The time in milliseconds before a game counts as unreachable. */
const loadTimeoutMs = 12_000;

/** The time in milliseconds that covers a loaded game without reports until it paints. */
const paintDelayMs = 600;

/** The area of the game: its poster until the first paint, the frame, or actions at its end. */
export function GameStage(props: GameStageProps) {
  const { game, url, name, picture, inert, onMessage, onRestart, onLeave } = props;
  const { t } = useTranslation('play');
  const [state, setState] = useState<'loading' | 'loaded' | 'timedOut' | 'ready' | 'ended'>(
    'loading',
  );

  useEffect(() => {
    if (!url || (state !== 'loading' && state !== 'loaded')) return;
    const painted = state === 'loaded';
    const delay = painted ? paintDelayMs : loadTimeoutMs;
    const id = setTimeout(() => setState(painted ? 'ready' : 'timedOut'), delay);
    return () => clearTimeout(id);
  }, [url, state]);

  useEffect(() => {
    if (state !== 'loading') markStart(game, state === 'loaded' || state === 'ready');
  }, [state, game]);

  const handleMessage = (message: GameMessage) => {
    if (message.event === 'ready') setState('ready');
    if (message.event === 'error') setState('ended');
    onMessage(message);
  };

  const demo = state === 'ended' && game.demo;
  const starting = state === 'loading' || state === 'loaded';
  return (
    <div className={css.stage}>
      {url && state !== 'ended' && (
        <div className={css.frame} inert={inert}>
          <GameFrame
            url={url}
            title={name}
            onMessage={handleMessage}
            onLoad={() => setState((before) => (before === 'ready' ? before : 'loaded'))}
          />
        </div>
      )}
      <GamePoster
        name={name}
        picture={picture}
        virtualType={game.kind === 'virtual' ? game.id : undefined}
        shown={starting}
      />
      {/* The frame stays mounted, and a game that loads late replaces this message. */}
      {(state === 'timedOut' || state === 'ended') && (
        <div className={css.message}>
          <EmptyState
            title={t(state === 'timedOut' ? 'unreachable' : demo ? 'ended.demo' : 'ended.title')}
            text={state === 'ended' ? t(demo ? 'ended.demoText' : 'ended.text') : undefined}
          >
            {demo && <RealLink to={realAddressOf(game)} />}
            <Button
              variant={demo ? 'secondary' : 'primary'}
              onClick={() => {
                setState('loading');
                onRestart();
              }}
            >
              {t('ended.again')}
            </Button>
            <Button onClick={onLeave}>{t('ended.leave')}</Button>
          </EmptyState>
        </div>
      )}
    </div>
  );
}

interface GamePosterProps {
  name: string;
  /** The cover of the game, or undefined if only an address opened the page. */
  picture: PictureSource;
  /** The type of a virtual game. Its icon replaces a cover. */
  virtualType?: VirtualGameType;
  /** Fades out after a change to false. */
  shown: boolean;
}

/** Covers a game that has not painted yet with its cover and a glow of the same colours. */
export function GamePoster({ name, picture, virtualType, shown }: GamePosterProps) {
  const { t } = useTranslation('play');
  return (
    <div className={classes(css.poster, !shown && css.gone)} role="status" aria-hidden={!shown}>
      <Picture of={picture} className={css.glow} width={180} height={240} sizes="180px" eager />
      <Picture
        of={picture}
        className={css.cover}
        width={180}
        height={240}
        sizes="180px"
        eager
        fallback={
          <span className={classes(css.cover, css.blank)}>
            {virtualType ? (
              <VirtualIcon type={virtualType} size={56} />
            ) : (
              <IconCards size={56} aria-hidden="true" />
            )}
          </span>
        }
      />
      {shown && (
        <p className={css.text}>
          <Spinner />
          {t('starting', { name })}
        </p>
      )}
    </div>
  );
}
