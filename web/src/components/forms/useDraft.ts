import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';

/**
 * Restores unsent form values after a session has ended and the player has logged in again; see `useSaveDraft`. `unsent`
 * are values that the player has entered before, on an earlier step. Not for passwords and codes.
 */
export function useDraft<Values extends object>(
  name: string,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty' | 'setValues'>,
  unsent?: Values,
): void {
  const { setValues } = form;
  const restored = useRestoredDraft<Partial<Values>>(name);
  useSaveDraft(name, () => (form.isDirty() ? changedValues(form) : undefined));
  // Not initial values: the form is dirty and its reset returns to the saved values.
  useLayoutEffect(() => {
    const values = unsent ?? restored;
    if (values !== undefined) setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the first paint
  }, []);
}

/** Returns the fields that differ from the saved values. The others may be out of date when a draft is restored. */
const changedValues = <Values extends object>({
  getValues,
  isDirty,
}: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty'>) =>
  Object.fromEntries(
    Object.entries(getValues()).filter(([field]) => isDirty(field)),
  ) as Partial<Values>;

/** Shows newer saved values in the fields that the player has not changed, such as those that another tab has saved. */
export function useSavedValues<Values extends object>(
  form: Pick<
    UseFormReturnType<Values>,
    'getValues' | 'isDirty' | 'setDirty' | 'setInitialValues' | 'setValues'
  >,
  saved: Values,
): void {
  const refreshFields = useEffectEvent(() => {
    const changed = changedValues(form);
    form.setInitialValues(saved);
    form.setValues({ ...saved, ...changed });
    form.setDirty({});
  });
  const json = JSON.stringify(saved);
  useEffect(() => refreshFields(), [json]);
}
