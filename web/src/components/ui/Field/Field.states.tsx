import type { ComponentStates } from '@/components/gallery/states';
import { Area, Choice, Field } from './Field';

const ignore = () => undefined;

export default {
  Field: {
    default: ({ text }) => <Field label={text.label} hint={text.sentence} />,
    refused: ({ text }) => (
      <Field label={text.label} defaultValue={text.name} error={text.sentence} />
    ),
  },
  Area: {
    default: ({ text }) => <Area label={text.label} hint={text.sentence} />,
  },
  Choice: {
    default: ({ text }) => (
      <Choice
        label={text.label}
        value="a"
        options={[
          { value: 'a', label: text.name },
          { value: 'b', label: text.badge, disabled: true },
        ]}
        onChange={ignore}
      />
    ),
  },
} satisfies ComponentStates;
