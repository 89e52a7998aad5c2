import type { ComponentStates } from '@/components/gallery/states';
import { SectionErrors, SectionFailed } from './SectionErrors';

const ignore = () => undefined;

export default {
  SectionErrors: {
    default: ({ text }) => (
      <SectionErrors>
        <p>{text.sentence}</p>
      </SectionErrors>
    ),
  },
  SectionFailed: {
    section: () => <SectionFailed of="section" onRetry={ignore} />,
    card: () => <SectionFailed of="card" onRetry={ignore} />,
    bar: () => <SectionFailed of="bar" onRetry={ignore} />,
  },
} satisfies ComponentStates;
