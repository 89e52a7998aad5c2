import { useLayoutEffect, useRef } from 'react';
import { framedAddress, readGameMessage, type GameMessage } from './model/gameMessage';
import css from './GameFrame.module.css';

export interface GameFrameProps {
  /** Where the game is, as its start call has said. */
  url: string;
  /** The game's name, for screen readers. */
  title: string;
  onMessage(message: GameMessage): void;
  onLoad?(): void;
}

/**
 * A game in its sandbox: it runs scripts but has no origin, so it can reach neither the page nor its
 * cookies. Its origin being "null", what it says is known by the window it comes from.
 */
export function GameFrame({ url, title, onMessage, onLoad }: GameFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const listener = useRef(onMessage);
  // Before the frame can speak: what it says first must not be missed.
  useLayoutEffect(() => {
    listener.current = onMessage;
  });
  useLayoutEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const message = readGameMessage(event.data);
      if (message) listener.current(message);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return (
    <iframe
      ref={frame}
      className={css.frame}
      src={framedAddress(url)}
      title={title}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms allow-pointer-lock allow-orientation-lock"
      allow="autoplay; fullscreen; screen-wake-lock"
      onLoad={onLoad}
    />
  );
}
