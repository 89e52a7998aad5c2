import { Link } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';

export interface PlayerLinkProps {
  brand: string;
  player: { uid: string; username?: string } | undefined;
}

/** A player's name with a link to their page. */
export function PlayerLink({ brand, player }: PlayerLinkProps) {
  if (!player) return null;
  return (
    <Link to={staffPaths.player.to({ brand, uid: player.uid })}>
      {player.username ?? player.uid}
    </Link>
  );
}
