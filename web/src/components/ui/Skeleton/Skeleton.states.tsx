import type { ComponentStates } from '@/components/gallery/states';
import {
  GridSkeleton,
  ListSkeleton,
  PageSkeleton,
  RailSkeleton,
  Skeleton,
  TextSkeleton,
  TileSkeleton,
} from './Skeleton';

export default {
  Skeleton: { default: () => <Skeleton width={160} height={48} /> },
  TileSkeleton: {
    tile: () => <TileSkeleton />,
    table: () => <TileSkeleton items="table" />,
  },
  RailSkeleton: {
    tiles: () => <RailSkeleton />,
    tables: () => <RailSkeleton items="table" count={4} />,
  },
  GridSkeleton: {
    tiles: () => <GridSkeleton count={7} />,
    tables: () => <GridSkeleton items="table" count={4} />,
  },
  PageSkeleton: { default: ({ text }) => <PageSkeleton label={text.open} /> },
  ListSkeleton: { default: () => <ListSkeleton count={3} /> },
  TextSkeleton: { default: () => <TextSkeleton /> },
} satisfies ComponentStates;
