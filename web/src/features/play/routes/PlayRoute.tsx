import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useGameMessages } from '@/components/games';
import { useGameStart } from '@/components/games/api';
import { ButtonLink, EmptyState } from '@/components/ui';
import { usePageTitle } from '@/lib/page';
import { paths } from '@/lib/paths';
import { startGame } from '../api/startGame';
import { GameStage } from '../components/GameStage';
import { PlayBar } from '../components/PlayBar';
import { RealityCheck } from '../components/RealityCheck';
import { useAddToRecentGames } from '../hooks/useAddToRecentGames';
import { useFullscreen } from '../hooks/useFullscreen';
import { useGameFavorite } from '../hooks/useGameFavorite';
import { useKnownGame } from '../hooks/useKnownGame';
import { useNetResult } from '../hooks/useNetResult';
import { useStartFailure } from '../hooks/useStartFailure';
import { parsePlayAddress, type PlayAddress } from '../model/playAddress';
import css from './PlayRoute.module.css';

/** `/play/…` (spec §2): a game with a bar for balance and time above it. */
export function PlayRoute() {
  const { t } = useTranslation('play');
  const address = parsePlayAddress(useParams());
  if (!address) {
    return (
      <EmptyState title={t('unknown.title')} text={t('unknown.text')}>
        <ButtonLink variant="primary" to={paths.slots.to()}>
          {t('unknown.slots')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return <PlayPage key={startKey(address)} address={address} />;
}

const startKey = ({ kind, id, demo }: PlayAddress) => `${kind}/${id}/${demo}`;

function PlayPage({ address }: { address: PlayAddress }) {
  const { kind, demo, provider } = address;
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const [startedAt] = useState(Date.now);
  const page = useRef<HTMLDivElement>(null);
  const { url, error, retry } = useGameStart(startKey(address), () => startGame(address));
  const game = useKnownGame(address);
  const name = game?.name ?? t(kind === 'live' ? 'table' : 'slot');
  const goBack = useGoBack();
  const handleMessage = useGameMessages({ demo, onClose: goBack, onBalance: useNetResult() });
  usePageTitle(name);
  useStartFailure(error, kind);
  useAddToRecentGames(demo ? undefined : url, game);

  return (
    <div ref={page} className={css.play}>
      <PlayBar
        name={name}
        provider={game?.providerName ?? provider}
        demo={demo}
        favorite={useGameFavorite(game)}
        fullscreen={useFullscreen(page)}
        startedAt={startedAt}
        onBack={goBack}
      />
      <GameStage
        key={url}
        url={url}
        name={name}
        image={game?.image}
        onMessage={handleMessage}
        onRestart={retry}
        onBack={goBack}
      />
      {url && !demo && <RealityCheck onLeave={() => void navigate(paths.home.to())} />}
    </div>
  );
}

/** Returns a function that goes back; home if the visit started on this page. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const index = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (index > 0) void navigate(-1);
    else void navigate(paths.home.to());
  };
}
