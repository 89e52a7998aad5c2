import type { ComponentStates } from '@/components/gallery/states';
import { LoadMore, Pagination } from './More';

const ignore = () => undefined;

export default {
  LoadMore: {
    more: () => <LoadMore shown={48} total={96} busy={false} onMore={ignore} />,
    busy: () => <LoadMore shown={48} total={96} busy onMore={ignore} />,
    failed: ({ text }) => (
      <LoadMore
        shown={48}
        total={96}
        busy={false}
        error={{ message: text.error }}
        onMore={ignore}
      />
    ),
    end: () => <LoadMore shown={96} total={96} busy={false} onMore={ignore} />,
  },
  Pagination: {
    first: () => <Pagination limit={10} offset={0} total={25} onOffset={ignore} />,
    middle: () => <Pagination limit={10} offset={10} total={25} onOffset={ignore} />,
    last: () => <Pagination limit={10} offset={20} total={25} onOffset={ignore} />,
    single: () => <Pagination limit={10} offset={0} total={5} onOffset={ignore} />,
  },
} satisfies ComponentStates;
