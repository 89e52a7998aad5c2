import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GameFrame } from '@/components/games';
import { type GameMessage } from '@/components/games/model';
import { Button, EmptyState, Spinner } from '@/components/ui';
import css from './GameStage.module.css';

export interface GameStageProps {
  /** Undefined while the game is being opened. */
  url: string | undefined;
  name: string;
  image: string | undefined;
  onMessage(message: GameMessage): void;
  onRestart(): void;
  onBack(): void;
}

/** How long a game may take to come before the player is told that it does not: milliseconds. */
const patience = 12_000;

/** Where the game is played: its picture until it is there, and what to do when it has ended or never came. */
export function GameStage({ url, name, image, onMessage, onRestart, onBack }: GameStageProps) {
  const { t } = useTranslation('play');
  const [state, setState] = useState<'waiting' | 'silent' | 'ready' | 'ended'>('waiting');

  useEffect(() => {
    if (!url || state !== 'waiting') return;
    const id = setTimeout(() => setState('silent'), patience);
    return () => clearTimeout(id);
  }, [url, state]);

  const hear = (message: GameMessage) => {
    if (message.event === 'ready') setState('ready');
    if (message.event === 'error') setState('ended');
    onMessage(message);
  };

  return (
    <div className={css.stage}>
      {url && state !== 'ended' && (
        <GameFrame url={url} title={name} onMessage={hear} onLoad={() => setState('ready')} />
      )}
      {state === 'waiting' && (
        <div className={css.curtain} role="status">
          {image && <img className={css.glow} src={image} alt="" />}
          {image && <img className={css.cover} src={image} alt="" width={180} height={240} />}
          <p className={css.text}>
            <Spinner />
            {t('starting', { name })}
          </p>
        </div>
      )}
      {/* Its frame stays: a game that is only late takes the place of this. */}
      {state === 'silent' && (
        <div className={css.ended}>
          <EmptyState title={t('unreachable')}>
            <Button
              variant="primary"
              onClick={() => {
                setState('waiting');
                onRestart();
              }}
            >
              {t('ended.again')}
            </Button>
            <Button onClick={onBack}>{t('ended.leave')}</Button>
          </EmptyState>
        </div>
      )}
      {state === 'ended' && (
        <div className={css.ended}>
          <EmptyState title={t('ended.title')} text={t('ended.text')}>
            <Button variant="primary" onClick={onRestart}>
              {t('ended.again')}
            </Button>
            <Button onClick={onBack}>{t('ended.leave')}</Button>
          </EmptyState>
        </div>
      )}
    </div>
  );
}
