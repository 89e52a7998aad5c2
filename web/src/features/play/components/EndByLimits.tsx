import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { runningGame } from '@/components/games/model/runningGame';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Money } from '@/components/ui/Money/Money';
import { useLimitsGet, useLimitsSession } from '@/contracts/hooks/limits';
import type { LimitsAnswer } from '@/contracts/types';
import { countedTime } from '@/lib/clock';
import { usePollWithoutStream } from '@/lib/events/connection';
import { paths } from '@/lib/paths/paths';
import { toasts } from '@/lib/toast/store';
import { addPlayTime, readPlayTime, type PlayTime } from '../model/playTime';
import css from './RealityCheck.module.css';

interface PlayerLimitsProps {
  onLeave(): void;
  /** Called when the game pauses for a reality check, and when it continues. */
  onPause(paused: boolean): void;
}

/** Applies the player's limits to a running game: closes it, or pauses it for the reality check. */
export function PlayerLimits({ onLeave, onPause }: PlayerLimitsProps) {
  const { data: limits } = useLimitsGet({}, { pollIntervalMs: usePollWithoutStream(60_000) });
  useEndByLimits(limits);
  if (!limits) return null;
  return (
    <RealityCheck minutes={limits.reality_check_minutes} onLeave={onLeave} onPause={onPause} />
  );
}

const closedToast = 'game-closed';

/** Closes the running game and gives the reason: a break, a self-exclusion or a reached limit. */
function useEndByLimits(limits: LimitsAnswer | undefined): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const reason = limits && closingReason(limits);
  const ended = useRef(false);
  useEffect(() => {
    if (!reason || ended.current) return;
    ended.current = true;
    toasts.show({
      id: closedToast,
      kind: 'info',
      message: t('limits.closed', { reason: t(`limits.${reason}`) }),
      timeout: 0,
      action: {
        label: t('limits.open'),
        run: () => {
          toasts.dismiss(closedToast);
          void navigate(paths.profileLimits.to());
        },
      },
    });
    runningGame.close();
    void navigate(paths.home.to(), { replace: true });
  }, [reason, navigate, t]);
}

/** The reasons that forbid a game: a break, a self-exclusion, or a reached limit. */
type ClosingReason = 'break' | 'exclusion' | 'limit';

/** Returns the reason that forbids a game, or undefined. Deposit limits close no game. */
export function closingReason(of: LimitsAnswer): ClosingReason | undefined {
  if (of.exclusion) return 'exclusion';
  if (of.cool_off) return 'break';
  return of.limits.some(({ kind, left }) => kind !== 'deposit' && left <= 0) ? 'limit' : undefined;
}

const minuteMs = 60_000;
const tickMs = 1000;

interface RealityCheckProps {
  /** The minutes of play between two checks. */
  minutes: number;
  onLeave(): void;
  /** Called when the game pauses for a check, and when it continues. */
  onPause(paused: boolean): void;
}

/** Counts the time played. After each interval it pauses the game and shows time and result. */
function RealityCheck({ minutes, onLeave, onPause }: RealityCheckProps) {
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

interface RealityDialogProps {
  /** Play time and result in this tab. The dialog shows the result if the platform reports none. */
  played: PlayTime;
  onGo(): void;
  onLeave(): void;
}

/** The dialog of RealityCheck: time in this tab, and stakes, wins and result since the login. */
function RealityDialog({ played, onGo, onLeave }: RealityDialogProps) {
  const { t } = useTranslation('play');
  const { data } = useLimitsSession();
  const rows = [
    { label: t('reality.stakes'), amount: data?.stakes, signed: false },
    { label: t('reality.wins'), amount: data?.wins, signed: false },
    { label: t('reality.net'), amount: data?.net ?? played.net, signed: true },
  ];
  return (
    <Dialog open persistent title={t('reality.title')} onClose={onGo}>
      <div className={css.check}>
        <p>{t('reality.text', { count: Math.floor(played.played / 60_000) })}</p>
        {rows.map(
          ({ label, amount, signed }) =>
            amount !== undefined && (
              <p key={label} className={css.net}>
                <span>{label}</span>
                <Money amount={amount} signed={signed} />
              </p>
            ),
        )}
        <Button variant="primary" fullWidth onClick={onGo}>
          {t('reality.go')}
        </Button>
        <ButtonLink fullWidth to={paths.profileHistory.to({ kind: 'games' })} onClick={onGo}>
          {t('reality.history')}
        </ButtonLink>
        <Button fullWidth onClick={onLeave}>
          {t('reality.leave')}
        </Button>
        <ButtonLink
          variant="subtle"
          fullWidth
          to={paths.info.to({ key: 'ResponsibleGaming' })}
          onClick={onGo}
        >
          {t('reality.help')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
