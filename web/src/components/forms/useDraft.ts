import { useLayoutEffect } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';

/** Restores unsent form values after a session has ended and the player has logged in again; see `useSaveDraft`. Not for passwords and codes. */
export function useDraft<Values>(
  name: string,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty' | 'setValues'>,
): void {
  const { setValues } = form;
  const typed = useRestoredDraft<Values>(name);
  useSaveDraft(name, () => (form.isDirty() ? form.getValues() : undefined));
  // Set, not begun with: undoing leads back to what is saved, and the form knows that it differs.
  useLayoutEffect(() => {
    if (typed !== undefined) setValues(typed);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the form is first seen
  }, []);
}
