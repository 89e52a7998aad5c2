import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { Badge } from '../Chip/Chip';
import { Money } from '../Money/Money';
import { DataList } from './DataList';

const rows = [
  { id: 1, amount: 1250 },
  { id: 2, amount: -75.5 },
];

const list = ({ text }: StateProps, items: typeof rows, title = text.title) => (
  <DataList
    caption={text.title}
    items={items}
    keyOf={(row) => row.id}
    columns={[
      { title: text.label, cell: () => title },
      { title: text.badge, cell: () => <Badge tone="positive">{text.badge}</Badge> },
      {
        title: text.provider,
        end: true,
        cell: (row) => <Money amount={row.amount} signed />,
      },
    ]}
  />
);

export default {
  DataList: {
    rows: (props) => list(props, rows),
    dense: ({ text }) => (
      <DataList
        dense
        caption={text.title}
        items={rows}
        keyOf={(row) => row.id}
        columns={[
          { title: text.label, wide: true, cell: () => text.sentence },
          { title: text.provider, end: true, cell: (row) => row.amount },
          { title: text.badge, hideTitle: true, cell: () => text.badge },
        ]}
      />
    ),
    empty: (props) => list(props, []),
    long: (props) => list(props, rows, props.text.long),
  },
} satisfies ComponentStates;
