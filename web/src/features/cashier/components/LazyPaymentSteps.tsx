import { Suspense, useEffect } from 'react';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { loadWhenIdle, reloadOnce } from '@/lib/chunks/lateChunk';
import type { PaymentStepsProps } from './PaymentSteps';

const load = () =>
  Promise.all([import('./PaymentSteps'), import('@/components/forms/MantineRoot')] as const);

const Steps = lazySection(async () => {
  const [{ PaymentSteps }, { MantineRoot }] = await load().catch(reloadOnce);
  return {
    default: (props: PaymentStepsProps) => (
      <MantineRoot>
        <PaymentSteps {...props} />
      </MantineRoot>
    ),
  };
});

/** A payment that fetches its forms when it first renders. */
export function LazyPaymentSteps(props: PaymentStepsProps) {
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <Steps {...props} />
    </Suspense>
  );
}

/** Fetches the payment forms if they are likely and the page is idle. */
export function usePreloadedForms(likely: boolean): void {
  useEffect(() => {
    if (likely) void loadWhenIdle(load);
  }, [likely]);
}
