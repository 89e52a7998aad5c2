import { useNavigate } from 'react-router';
import { historyIndex } from '@/components/games/model/gameOrigin';
import { runningGame } from '@/components/games/model/runningGame';
import { paths } from '@/lib/paths/paths';

/** Returns a function that goes back; home if the visit started on this page. The game is docked. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (historyIndex() > 0) void navigate(-1);
    else void navigate(paths.home.to());
  };
}

/** Returns a function that ends the game and goes back. */
export function useLeaveGame(): () => void {
  const goBack = useGoBack();
  return () => {
    runningGame.close();
    goBack();
  };
}
