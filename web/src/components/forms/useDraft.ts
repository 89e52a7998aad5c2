import { useLayoutEffect } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';

/**
 * Restores unsent form values after a session has ended and the player has logged in again; see `useSaveDraft`. `unsent`
 * are values that the player has entered before, on an earlier step. Not for passwords and codes.
 */
export function useDraft<Values>(
  name: string,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty' | 'setValues'>,
  unsent?: Values,
): void {
  const { setValues } = form;
  const restored = useRestoredDraft<Values>(name);
  useSaveDraft(name, () => (form.isDirty() ? form.getValues() : undefined));
  // Not initial values: the form is dirty and its reset returns to the saved values.
  useLayoutEffect(() => {
    const values = unsent ?? restored;
    if (values !== undefined) setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the first paint
  }, []);
}
