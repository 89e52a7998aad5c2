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

/** A payment whose forms are fetched when it is first rendered: a list of methods needs none of them. */
export function LazyPaymentSteps(props: PaymentStepsProps) {
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <Steps {...props} />
    </Suspense>
  );
}

/** Fetches the forms of payments once they are likely, and the page has nothing else to do. */
export function usePreloadedForms(likely: boolean): void {
  useEffect(() => {
    if (likely) void loadWhenIdle(load);
  }, [likely]);
}
