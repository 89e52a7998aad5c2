import { IconShieldLock } from '@tabler/icons-react';
import type { ComponentStates } from '@/components/gallery/states';
import { Button } from '../Button/Button';
import { Panel } from './Panel';

export default {
  Panel: {
    title: ({ text }) => (
      <Panel title={text.title}>
        <p>{text.sentence}</p>
      </Panel>
    ),
    complete: ({ text }) => (
      <Panel
        title={text.title}
        text={text.sentence}
        icon={<IconShieldLock size={22} />}
        aside={<Button size="small">{text.open}</Button>}
      >
        <p>{text.sentence}</p>
      </Panel>
    ),
    long: ({ text }) => <Panel title={text.longWord} text={text.long} />,
    dense: ({ text }) => (
      <Panel dense title={text.title}>
        <p>{text.sentence}</p>
      </Panel>
    ),
    flush: ({ text }) => (
      <Panel dense flush title={text.title}>
        <p>{text.sentence}</p>
      </Panel>
    ),
    folded: ({ text }) => (
      <Panel dense folded title={text.title}>
        <p>{text.sentence}</p>
      </Panel>
    ),
  },
} satisfies ComponentStates;
