import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { paths } from '@/lib/paths';
import { useHeart } from '@/components/games';
import { type GameMessage } from '@/components/games/model';
import { ButtonLink, EmptyState } from '@/components/ui';
import {
  gameSession,
  idOf,
  isTable,
  kindOf,
  recentGames,
  type AnyGame,
} from '@/components/games/model';
import { useGameSession, useRecentGames } from '@/components/games';
import { useStart } from '@/components/games/api';
import { usePageTitle } from '@/lib/page';
import {
  refreshBalance,
  setBalance,
  useBalance,
  useSlotFavorites,
  useTableFavorites,
} from '@/lib/player';
import { usePlayer } from '@/lib/session';
import { startGame } from '../api/startGame';
import { PlayBar } from '../components/PlayBar';
import { RealityCheck } from '../components/RealityCheck';
import { GameStage } from '../components/GameStage';
import { addPlayTime } from '../model/playTime';
import { useFullscreen } from '../hooks/useFullscreen';
import { useStartFailure } from '../hooks/useStartFailure';
import { readAddress, type Address } from '../model/wanted';
import css from './PlayRoute.module.css';

/** `/play/…` (spec §2): a game with a bar for balance and time above it. */
export function PlayRoute() {
  const { t } = useTranslation('play');
  const address = readAddress(useParams());
  if (!address) {
    return (
      <EmptyState title={t('unknown.title')} text={t('unknown.text')}>
        <ButtonLink variant="primary" to={paths.slots.to()}>
          {t('unknown.slots')}
        </ButtonLink>
      </EmptyState>
    );
  }
  const { kind, id, demo } = address;
  return <Play key={`${kind}/${id}/${demo}`} address={address} />;
}

function Play({ address }: { address: Address }) {
  const { kind, id, demo } = address;
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const [since] = useState(Date.now);
  const place = useRef<HTMLDivElement>(null);
  const fullscreen = useFullscreen(place);
  const { url, error, retry } = useStart(`${kind}/${id}/${demo}`, () => startGame(address));
  const game = useKnownGame(address);
  const favorite = useGameHeart(game);
  const name = game?.name ?? t(kind === 'live' ? 'table' : 'slot');
  const leave = useLeave();
  const hear = useMessages(demo, leave);
  usePageTitle(name);
  useStartFailure(error, kind);
  useRemembered(url, game, demo);

  return (
    <div ref={place} className={css.play}>
      <PlayBar
        name={name}
        provider={game?.providerName ?? address.provider}
        demo={demo}
        favorite={favorite}
        fullscreen={fullscreen}
        since={since}
        onBack={leave}
      />
      <GameStage
        key={url}
        url={url}
        name={name}
        image={game?.image}
        onMessage={hear}
        onRestart={retry}
        onBack={leave}
      />
      {url && !demo && <RealityCheck onLeave={() => void navigate(paths.home.to())} />}
    </div>
  );
}

/** Returns a function that goes back; home if the visit started on this page. */
function useLeave(): () => void {
  const navigate = useNavigate();
  return () => {
    const behind = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (behind > 0) void navigate(-1);
    else void navigate(paths.home.to());
  };
}

/**
 * Returns the game of the address from the session, recent games or favourites; undefined if it is in none.
 */
function useKnownGame({ kind, id }: Address): AnyGame | undefined {
  useEffect(() => gameSession.start(kind, id), [kind, id]);
  const session = useGameSession();
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const known = [session, ...recent, ...slots, ...tables];
  return known.find((it) => it && kindOf(it) === kind && idOf(it) === id);
}

/** Returns the favourite button of a slot or table. */
function useGameHeart(game: AnyGame | undefined) {
  const table = game && isTable(game) ? game : undefined;
  const slot = game && !isTable(game) ? game : undefined;
  const ofSlot = useHeart(useSlotFavorites(), slot, slot?.gameID ?? 0);
  const ofTable = useHeart(useTableFavorites(), table, table?.tableID ?? 0);
  return ofSlot ?? ofTable;
}

/** Returns the handler of the game's messages. */
function useMessages(demo: boolean, leave: () => void): (message: GameMessage) => void {
  const navigate = useNavigate();
  const { balance, bonus } = useBalance();
  // The last real and bonus balance together: a bonus that is converted to real money is not a win.
  const last = useRef<number>(undefined);
  useEffect(() => {
    // The balance that a game reports is only displayed; the wallet is requested when the player leaves.
    return () => void (last.current !== undefined && refreshBalance());
  }, []);
  return (message) => {
    if (message.event === 'close') leave();
    if (message.event === 'deposit') void navigate(paths.profileDeposit.to());
    // The balance of a demo is not the player's.
    if (message.event !== 'balance' || demo) return;
    const before = last.current ?? (balance === undefined ? undefined : balance + (bonus ?? 0));
    last.current = message.balance + (message.bonus ?? bonus ?? 0);
    if (before !== undefined) addPlayTime({ net: last.current - before });
    void setBalance(message.balance, message.bonus);
  };
}

/** Adds a started game to the player's recent games. */
function useRemembered(url: string | undefined, game: AnyGame | undefined, demo: boolean): void {
  const username = usePlayer()?.profile.username;
  const kept = useRef<string>(undefined);
  useEffect(() => {
    if (!url || !game || !username || demo || kept.current === url) return;
    kept.current = url;
    recentGames.add(username, game);
  }, [url, game, username, demo]);
}
