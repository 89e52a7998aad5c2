import { useLayoutEffect } from 'react';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts/useRestoredDraft';
import type { Form } from './useForm';

/**
 * Restores unsent form values when the player logs in again after the end of a session, see
 * `useSaveDraft`. `unsent` are earlier values of another step. Unchanged fields are not restored,
 * because their values may be outdated. Do not use it for passwords and codes.
 */
export function useDraft<Values>(
  name: string,
  form: Pick<Form<Values>, 'changedValues' | 'isDirty' | 'setValues'>,
  unsent?: Values,
): void {
  const { setValues } = form;
  const restored = useRestoredDraft<Partial<Values>>(name);
  useSaveDraft(name, () => (form.isDirty() ? form.changedValues() : undefined));
  // Not initial values, so the form is dirty and its reset returns to the saved values.
  useLayoutEffect(() => {
    const values = unsent ?? restored;
    if (values !== undefined) setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the first paint
  }, []);
}
