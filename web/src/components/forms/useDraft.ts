import { useLayoutEffect } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useKeep, useKept } from '@/lib/drafts';

/** Lets what a player has typed into the form outlive an ended session; see `useKeep`. Not for passwords and codes. */
export function useDraft<Values>(
  name: string,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty' | 'setValues'>,
): void {
  const { setValues } = form;
  const typed = useKept<Values>(name);
  useKeep(name, () => (form.isDirty() ? form.getValues() : undefined));
  // Set, not begun with: undoing leads back to what is saved, and the form knows that it differs.
  useLayoutEffect(() => {
    if (typed !== undefined) setValues(typed);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the form is first seen
  }, []);
}
