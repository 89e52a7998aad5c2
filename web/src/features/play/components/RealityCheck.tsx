import { useEffect, useRef, useState } from 'react';
import { countedTime } from '@/lib/clock';
import { addPlayTime, readPlayTime, type PlayTime } from '../model/playTime';
import { RealityDialog } from './RealityDialog';

const minuteMs = 60_000;
const tickMs = 1000;

export interface RealityCheckProps {
  /** Play between two checks: minutes. */
  minutes: number;
  onLeave(): void;
  /** Called when the game pauses for a check, and when it goes on. */
  onPause(paused: boolean): void;
}

/**
 * Counts the time played and, after each interval of the player, pauses the game and shows time and result
 * (experience.md, "Reality check").
 */
export function RealityCheck({ minutes, onLeave, onPause }: RealityCheckProps) {
  const [due, setDue] = useState<PlayTime>();
  const intervalMs = minutes * minuteMs;
  const shownAt = useRef(readPlayTime().played);
  const isOpen = due !== undefined;

  useEffect(() => {
    if (isOpen) return;
    let last = Date.now();
    const id = setInterval(() => {
      const now = Date.now();
      const sum = addPlayTime({ played: countedTime(last, now) });
      last = now;
      if (Math.floor(sum.played / intervalMs) <= Math.floor(shownAt.current / intervalMs)) return;
      shownAt.current = sum.played;
      setDue(sum);
    }, tickMs);
    return () => clearInterval(id);
  }, [intervalMs, isOpen]);
  useEffect(() => {
    onPause(isOpen);
    return () => onPause(false);
  }, [isOpen, onPause]);

  if (!due) return null;
  const close = () => setDue(undefined);
  return (
    <RealityDialog
      played={due}
      onGo={close}
      onLeave={() => {
        close();
        onLeave();
      }}
    />
  );
}
