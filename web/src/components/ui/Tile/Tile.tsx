import type { ReactNode } from 'react';
import { IconHeart, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Cover } from '../Image/Cover';
import { classes } from '../classes';
import css from './Tile.module.css';

/** A mark at the tile's corner; never more than one. */
export interface TileMark {
  variant: 'new' | 'jackpot' | 'drops';
  text: ReactNode;
}

export interface TileFavorite {
  on: boolean;
  onToggle(): void;
}

interface TileBase {
  /** Where the game is played. */
  to: string;
  image: string;
  name: string;
  favorite?: TileFavorite;
  /** Of the first screen: fetched at once. */
  eager?: boolean;
  /** One goes to play it; before the address changes. */
  onOpen?(): void;
}

export interface TileProps extends TileBase {
  provider: string;
  mark?: TileMark;
  /** Where the game's demo is played, when it has one. */
  demoTo?: string;
}

/** A slot: 3:4 cover, name and provider below; play, demo and heart come up on hover and focus. */
export function Tile({
  to,
  demoTo,
  image,
  name,
  provider,
  mark,
  favorite,
  eager,
  onOpen,
}: TileProps) {
  const { t } = useTranslation('common');
  return (
    <article className={css.tile}>
      <div className={css.art}>
        <div className={classes(css.cover, css.portrait)}>
          <Cover src={image} width={300} height={400} eager={eager} />
          <Veil />
        </div>
        {mark && <span className={classes(css.mark, css[mark.variant])}>{mark.text}</span>}
        {favorite && <Heart name={name} favorite={favorite} />}
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
      </div>
      <div className={css.text}>
        <p className={css.name} title={name}>
          <Link className={css.link} to={to} onClick={onOpen}>
            {name}
          </Link>
        </p>
        <p className={css.under}>{provider}</p>
      </div>
    </article>
  );
}

export interface TableTileProps extends TileBase {
  dealer: string;
  /** Least and most stake, already formatted. */
  limits: string;
  seats: number;
  seatsTaken: number;
  open: boolean;
}

/** A live table: 16:10 picture, dealer, limits, seats and a pulse while it is open. */
export function TableTile(props: TableTileProps) {
  const { to, image, name, dealer, limits, seats, seatsTaken, open, favorite, eager, onOpen } =
    props;
  const { t } = useTranslation('common');
  return (
    <article className={classes(css.tile, !open && css.closed)}>
      <div className={css.art}>
        <div className={classes(css.cover, css.landscape)}>
          <Cover src={image} width={480} height={300} eager={eager} />
          <Veil />
        </div>
        <span className={classes(css.mark, open && css.live)}>
          {t(open ? 'table.live' : 'table.closed')}
        </span>
        {seats > 0 && (
          <span className={css.seats}>{t('table.seats', { taken: seatsTaken, seats })}</span>
        )}
        {favorite && <Heart name={name} favorite={favorite} />}
      </div>
      <div className={css.text}>
        <p className={css.name} title={name}>
          <Link className={css.link} to={to} onClick={onOpen}>
            {name}
          </Link>
        </p>
        <p className={classes(css.under, css.facts)}>
          <span>{dealer}</span>
          <span>{limits}</span>
        </p>
      </div>
    </article>
  );
}

function Veil() {
  return (
    <div className={css.veil} aria-hidden="true">
      <span className={css.play}>
        <IconPlayerPlayFilled size={24} />
      </span>
    </div>
  );
}

function Heart({ name, favorite }: { name: string; favorite: TileFavorite }) {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      className={css.heart}
      aria-pressed={favorite.on}
      aria-label={t('tile.favorite', { name })}
      onClick={favorite.onToggle}
    >
      <IconHeart size={20} />
    </button>
  );
}
