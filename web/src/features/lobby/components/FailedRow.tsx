import { SectionFailed } from '@/components/ui/SectionErrors/SectionErrors';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { GatewayError } from '@/lib/gateway/error';

export interface FailedRowProps {
  title: string;
  allTo?: string;
  error: GatewayError;
  onRetry(): void;
}

/** A row that could not be loaded: its title, and a button that loads it again. Renders nothing without records. */
export function FailedRow({ title, allTo, error, onRetry }: FailedRowProps) {
  if (error.reason === 'no-records') return null;
  return (
    <Section title={title} allTo={allTo}>
      <SectionFailed of="section" onRetry={onRetry} />
    </Section>
  );
}
