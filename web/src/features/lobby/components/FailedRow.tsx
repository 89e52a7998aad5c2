import { SectionFailed } from '@/components/ui/SectionErrors/SectionErrors';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { GatewayError } from '@/lib/gateway/error';

interface FailedRowProps {
  title: string;
  allTo?: string;
  error: GatewayError;
  onRetry(): void;
}

/**
 * A row that could not load, with a retry button. Renders nothing without records or in a closed
 * part.
 */
export function FailedRow({ title, allTo, error, onRetry }: FailedRowProps) {
  // The first row of games already shows that a part is closed.
  if (error.reason === 'no-records' || error.closed) return null;
  return (
    <Section title={title} allTo={allTo}>
      <SectionFailed of="section" onRetry={onRetry} />
    </Section>
  );
}
