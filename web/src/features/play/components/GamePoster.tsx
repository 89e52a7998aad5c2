import { IconCards } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { VirtualIcon } from '@/components/games/VirtualIcon';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { classes } from '@/components/ui/classes';
import type { VirtualGameType } from '@/contracts/types';
import css from './GamePoster.module.css';

export interface GamePosterProps {
  name: string;
  /** The cover of the game; undefined when the page was opened by an address alone. */
  image: string | undefined;
  virtualType?: VirtualGameType;
  /** Fades out when it becomes false. */
  shown: boolean;
}

/** Covers a game that has not painted yet: its cover in its own light. */
export function GamePoster({ name, image, virtualType, shown }: GamePosterProps) {
  const { t } = useTranslation('play');
  return (
    <div className={classes(css.poster, !shown && css.gone)} role="status" aria-hidden={!shown}>
      {image && <img className={css.glow} src={image} alt="" />}
      {image ? (
        <img className={css.cover} src={image} alt="" width={180} height={240} />
      ) : (
        <span className={classes(css.cover, css.blank)}>
          {virtualType ? (
            <VirtualIcon type={virtualType} size={56} />
          ) : (
            <IconCards size={56} aria-hidden="true" />
          )}
        </span>
      )}
      {shown && (
        <p className={css.text}>
          <Spinner />
          {t('starting', { name })}
        </p>
      )}
    </div>
  );
}
