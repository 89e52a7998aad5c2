import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBusy } from '@/lib/busy/busy';
import { paymentEvents } from '@/lib/events/payment';
import { settledPayments } from '@/lib/payments/site';
import { framedAddress, readGameMessage, type GameMessage } from './model/gameMessage';
import css from './GameFrame.module.css';

interface GameFrameProps {
  /** The address from the start call. */
  url: string;
  /** The game's name as accessible title. */
  title: string;
  onMessage(message: GameMessage): void;
  onLoad?(): void;
}

/**
 * A game in a sandboxed frame. It runs scripts but has no origin, so it can access neither the page
 * nor its cookies. Its messages have the origin "null", so their source window identifies them.
 */
export function GameFrame({ url, title, onMessage, onLoad }: GameFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useBusy(() => true);
  const listener = useRef(onMessage);
  // Layout effects run before the frame can post its first message.
  useLayoutEffect(() => {
    listener.current = onMessage;
  });
  useLayoutEffect(() => {
    const handleMessage = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const message = readGameMessage(event.data);
      if (message) listener.current(message);
    };
    window.addEventListener('message', handleMessage);
    return () => window.removeEventListener('message', handleMessage);
  }, []);
  useEffect(() => {
    // A sandboxed frame has no origin as a target, so the message contains no amounts.
    const notify = () =>
      frame.current?.contentWindow?.postMessage({ type: 'croupier:site', event: 'balance' }, '*');
    const ends = [paymentEvents.on('settled', notify), settledPayments.on('settled', notify)];
    return () => ends.forEach((end) => end());
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
