import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { paths } from '@/lib/paths/paths';
import { Tile } from '../Tile/Tile';
import { Rail, type RailItems } from './Rail';

const rail = ({ text, image }: StateProps, items: RailItems, count: number) => (
  <Rail items={items} label={text.title}>
    {Array.from({ length: count }, (_, index) => (
      <Tile
        key={index}
        to={paths.slots.to()}
        picture={{ image }}
        name={`${text.title} ${index + 1}`}
        provider={text.provider}
      />
    ))}
  </Rail>
);

export default {
  Rail: {
    tiles: (props) => rail(props, 'tile', 12),
    tables: (props) => rail(props, 'table', 6),
    wide: (props) => rail(props, 'wide', 4),
    small: (props) => rail(props, 'small', 12),
    single: (props) => rail(props, 'tile', 1),
  },
} satisfies ComponentStates;
