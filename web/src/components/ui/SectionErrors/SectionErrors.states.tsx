import type { ComponentStates } from '@/components/gallery/states';
import { OverlayErrors } from './OverlayErrors';
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
  OverlayErrors: {
    default: ({ text }) => (
      <OverlayErrors onClose={ignore} onRetry={ignore}>
        <p>{text.sentence}</p>
      </OverlayErrors>
    ),
  },
  SectionFailed: {
    section: () => <SectionFailed of="section" onRetry={ignore} />,
    card: () => <SectionFailed of="card" onRetry={ignore} />,
    bar: () => <SectionFailed of="bar" onRetry={ignore} />,
  },
} satisfies ComponentStates;
