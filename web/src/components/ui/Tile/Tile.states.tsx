import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { paths } from '@/lib/paths/paths';
import { Odometer } from '../Odometer/Odometer';
import { FavoriteButton, TableTile, Tile, type TableTileProps, type TileProps } from './Tile';
import { TileGrid } from './TileGrid';

const toggle = () => undefined;

const tile = ({ text, image }: StateProps, props: Partial<TileProps> = {}) => (
  <Tile
    to={paths.slots.to()}
    picture={{ image }}
    name={text.title}
    provider={text.provider}
    {...props}
  />
);

const table = ({ text, image }: StateProps, props: Partial<TableTileProps> = {}) => (
  <TableTile
    to={paths.live.to()}
    picture={{ image }}
    name={text.title}
    dealer={text.dealer}
    limits="5 TL – 5.000 TL"
    seats={7}
    seatsTaken={3}
    open
    {...props}
  />
);

const heart = ({ text }: StateProps, active: boolean) => (
  <FavoriteButton name={text.title} favorite={{ active, onToggle: toggle }} />
);

export default {
  Tile: {
    default: (props) => tile(props),
    demo: (props) => tile(props, { demoTo: paths.slots.to() }),
    new: (props) => tile(props, { badge: { variant: 'new', text: props.text.badge } }),
    jackpot: (props) =>
      tile(props, { badge: { variant: 'jackpot', text: <Odometer text="998.214 TL" /> } }),
    drops: (props) => tile(props, { badge: { variant: 'drops', text: props.text.badge } }),
    favorite: (props) => tile(props, { favorite: heart(props, true) }),
    notFavorite: (props) => tile(props, { favorite: heart(props, false) }),
    details: (props) => tile(props, { onDetails: toggle }),
    noImage: (props) => tile(props, { picture: { image: '' } }),
    long: (props) => tile(props, { name: props.text.long, provider: props.text.long }),
  },
  TableTile: {
    open: (props) => table(props),
    closed: (props) => table(props, { open: false }),
    noSeats: (props) => table(props, { seats: 0 }),
    favorite: (props) => table(props, { favorite: heart(props, true) }),
    long: (props) => table(props, { name: props.text.long, dealer: props.text.long }),
  },
  TileGrid: {
    tiles: (props) => (
      <TileGrid label={props.text.title}>
        {tile(props)}
        {tile(props)}
      </TileGrid>
    ),
    tables: (props) => (
      <TileGrid items="table" label={props.text.title}>
        {table(props)}
        {table(props)}
      </TileGrid>
    ),
    busy: (props) => (
      <TileGrid label={props.text.title} busy>
        {tile(props)}
      </TileGrid>
    ),
  },
} satisfies ComponentStates;
