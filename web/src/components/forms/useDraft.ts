import { useLayoutEffect } from 'react';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts/useRestoredDraft';
import type { Form } from './useForm';

/**
 * Restores unsent form values after a session has ended and the player has logged in again; see `useSaveDraft`. `unsent`
 * are values that the player has entered before, on an earlier step. Unchanged fields are not restored: their values may be
 * out of date. Not for passwords and codes.
 */
export function useDraft<Values>(
  name: string,
  form: Pick<Form<Values>, 'changedValues' | 'isDirty' | 'setValues'>,
  unsent?: Values,
): void {
  const { setValues } = form;
  const restored = useRestoredDraft<Partial<Values>>(name);
  useSaveDraft(name, () => (form.isDirty() ? form.changedValues() : undefined));
  // Not initial values: the form is dirty and its reset returns to the saved values.
  useLayoutEffect(() => {
    const values = unsent ?? restored;
    if (values !== undefined) setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the first paint
  }, []);
}
