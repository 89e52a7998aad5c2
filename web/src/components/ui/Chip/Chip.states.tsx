import type { ComponentStates } from '@/components/gallery/states';
import { paths } from '@/lib/paths/paths';
import { Badge, Chip, ChipLink, Chips, CountBadge, type Tone } from './Chip';

const tones: Tone[] = ['neutral', 'accent', 'positive', 'negative', 'warning'];

export default {
  Chip: {
    default: ({ text }) => <Chip>{text.first}</Chip>,
    selected: ({ text }) => <Chip selected>{text.first}</Chip>,
    disabled: ({ text }) => <Chip disabled>{text.first}</Chip>,
  },
  ChipLink: {
    default: ({ text }) => <ChipLink to={paths.slots.to()}>{text.second}</ChipLink>,
    current: ({ text }) => (
      <ChipLink to={paths.slots.to()} current>
        {text.second}
      </ChipLink>
    ),
  },
  Chips: {
    scrolling: ({ text }) => (
      <Chips label={text.label}>
        {[text.first, text.second, text.third, text.name, text.long].map((title) => (
          <Chip key={title} selected={title === text.second}>
            {title}
          </Chip>
        ))}
      </Chips>
    ),
  },
  Badge: Object.fromEntries(
    tones.map((tone) => [tone, ({ text }) => <Badge tone={tone}>{text.badge}</Badge>]),
  ),
  CountBadge: {
    zero: ({ text }) => <CountBadge count={0} label={text.label} />,
    one: ({ text }) => <CountBadge count={1} label={text.label} />,
    many: ({ text }) => <CountBadge count={120} label={text.label} />,
  },
} satisfies ComponentStates;
