import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GameFrame } from '@/components/games';
import { type GameMessage } from '@/components/games/model';
import { Button, EmptyState, Spinner } from '@/components/ui';
import css from './GameStage.module.css';

export interface GameStageProps {
  /** Undefined while the game starts. */
  url: string | undefined;
  name: string;
  image: string | undefined;
  onMessage(message: GameMessage): void;
  onRestart(): void;
  onBack(): void;
}

/** The time after which a game counts as unreachable. */
const loadTimeoutMs = 12_000;

/**
 * The area of the game: its cover while loading, the frame, or actions after it has ended or failed to load.
 */
export function GameStage({ url, name, image, onMessage, onRestart, onBack }: GameStageProps) {
  const { t } = useTranslation('play');
  const [state, setState] = useState<'loading' | 'timedOut' | 'ready' | 'ended'>('loading');

  useEffect(() => {
    if (!url || state !== 'loading') return;
    const id = setTimeout(() => setState('timedOut'), loadTimeoutMs);
    return () => clearTimeout(id);
  }, [url, state]);

  const handleMessage = (message: GameMessage) => {
    if (message.event === 'ready') setState('ready');
    if (message.event === 'error') setState('ended');
    onMessage(message);
  };

  return (
    <div className={css.stage}>
      {url && state !== 'ended' && (
        <GameFrame
          url={url}
          title={name}
          onMessage={handleMessage}
          onLoad={() => setState('ready')}
        />
      )}
      {state === 'loading' && (
        <div className={css.loading} role="status">
          {image && <img className={css.glow} src={image} alt="" />}
          {image && <img className={css.cover} src={image} alt="" width={180} height={240} />}
          <p className={css.text}>
            <Spinner />
            {t('starting', { name })}
          </p>
        </div>
      )}
      {/* The frame stays mounted: a game that loads late replaces this message. */}
      {state === 'timedOut' && (
        <div className={css.message}>
          <EmptyState title={t('unreachable')}>
            <Button
              variant="primary"
              onClick={() => {
                setState('loading');
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
        <div className={css.message}>
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
