import type { ReactNode } from 'react';
import { IconDotsVertical, IconHeart, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture, tableSizes, tileSizes, type PictureSource } from '../Image/Picture';
import { classes } from '../classes';
import css from './Tile.module.css';

/** The badge in the corner of a tile. */
export interface TileBadge {
  variant: 'new' | 'jackpot' | 'drops';
  text: ReactNode;
}

export interface TileFavorite {
  active: boolean;
  onToggle(): void;
}

interface TileBase {
  /** The path of the game. */
  to: string;
  picture: PictureSource;
  name: string;
  /** The favourite button. */
  favorite?: ReactNode;
  /** Loads the image at once, for the first screen. */
  eager?: boolean;
  /** Called on a click, before the navigation. */
  onOpen?(): void;
  /** Shows the details of the game. */
  onDetails?(): void;
}

export interface TileProps extends TileBase {
  provider: string;
  badge?: TileBadge;
  /** The path of the demo, if the game has one. */
  demoTo?: string;
}

/**
 * A slot with a 3:4 cover, name and provider. A pointer or the focus shows the play, demo and
 * favourite controls. On touch screens the demo is only in the details. Elements are in keyboard
 * order.
 */
export function Tile(props: TileProps) {
  const { demoTo, picture, name, provider, badge, eager, onOpen } = props;
  const { t } = useTranslation('common');
  return (
    <article className={css.tile}>
      <div className={css.text}>
        <TileName {...props} />
        <p className={css.subtitle}>{provider}</p>
      </div>
      <div className={css.art}>
        <div className={classes(css.cover, css.portrait)}>
          <Picture of={picture} width={300} height={400} sizes={tileSizes} eager={eager} />
          <Overlay />
        </div>
        {badge && <span className={classes(css.badge, css[badge.variant])}>{badge.text}</span>}
        {demoTo && (
          <Link
            className={css.demo}
            to={demoTo}
            onClick={onOpen}
            aria-label={t('tile.demoOf', { name })}
          >
            {t('tile.demo')}
          </Link>
        )}
        <Controls {...props} />
      </div>
    </article>
  );
}

export interface TableTileProps extends TileBase {
  dealer: string;
  /** The formatted lowest and highest stake. */
  limits: string;
  seats: number;
  seatsTaken: number;
  open: boolean;
}

/** A live table with picture, dealer, limits and seats. An open table has a pulsing badge. */
export function TableTile(props: TableTileProps) {
  const { picture, dealer, limits, seats, seatsTaken, open, eager } = props;
  const { t } = useTranslation('common');
  return (
    <article className={classes(css.tile, !open && css.closed)}>
      <div className={css.text}>
        <TileName {...props} />
        <p className={classes(css.subtitle, css.facts)}>
          <span>{dealer}</span>
          <span>{limits}</span>
        </p>
      </div>
      <div className={css.art}>
        <div className={classes(css.cover, css.landscape)}>
          <Picture of={picture} width={480} height={300} sizes={tableSizes} eager={eager} />
          <Overlay />
        </div>
        <span className={classes(css.badge, open && css.live)}>
          {t(open ? 'table.live' : 'table.closed')}
        </span>
        {seats > 0 && (
          <span className={css.seats}>{t('table.seats', { taken: seatsTaken, seats })}</span>
        )}
        <Controls {...props} />
      </div>
    </article>
  );
}

/** The name of a game, as the link that covers the tile. */
function TileName({ name, to, onOpen }: TileBase) {
  return (
    <p className={css.name} title={name} dir="auto">
      <Link className={css.link} to={to} onClick={onOpen}>
        {name}
      </Link>
    </p>
  );
}

/** The heart and the details button, one below the other, so the name has the whole width. */
function Controls({ name, favorite, onDetails }: TileBase) {
  const { t } = useTranslation('common');
  return (
    <div className={css.controls}>
      {favorite}
      {onDetails && (
        <button
          type="button"
          className={classes(css.control, css.details)}
          aria-haspopup="dialog"
          aria-label={t('tile.details', { name })}
          onClick={onDetails}
        >
          <IconDotsVertical size={18} />
        </button>
      )}
    </div>
  );
}

function Overlay() {
  return (
    <div className={css.overlay} aria-hidden="true">
      <span className={css.play}>
        <IconPlayerPlayFilled size={24} />
      </span>
    </div>
  );
}

/** The heart of a tile. */
export function FavoriteButton({ name, favorite }: { name: string; favorite: TileFavorite }) {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      className={classes(css.control, css.favorite)}
      aria-pressed={favorite.active}
      aria-label={t('tile.favorite', { name })}
      onClick={favorite.onToggle}
    >
      <IconHeart size={20} />
    </button>
  );
}
