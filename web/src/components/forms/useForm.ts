import { useEffect, useEffectEvent, useRef } from 'react';
import {
  useForm as useMantineForm,
  type FormErrors,
  type GetInputPropsOptions,
  type GetInputPropsReturnType,
  type LooseKeys,
  type UseFormInput,
  type UseFormReturnType,
} from '@mantine/form';
import { useBusy } from '@/lib/busy/busy';
import { createRefusals, fieldAt } from './model/refusals';

/** Returns the errors of a form by the path of the field. */
type Rules<Values> = (values: Values) => FormErrors;

/** Mantine's form with the server's refusals of single fields. */
export type Form<Values, Sent = Values> = UseFormReturnType<Values, Sent, Rules<Values>> & {
  /** Returns the properties of the input for a field, with its label. */
  field(
    path: LooseKeys<Values>,
    label: string,
    options?: GetInputPropsOptions,
  ): GetInputPropsReturnType & { label: string };
  /** Returns whether the form has a field at a path such as `fields.phone`. */
  hasField(path: string | undefined): path is string;
  /**
   * Shows why the server refused a field until its value changes or the form is sent again, and
   * focuses it. Returns false if there is no such field. The caller shows the right step.
   */
  refuse(path: string | undefined, message: string): boolean;
  /** Clears refusals before the form is sent again. A submit by `onSubmit` does this itself. */
  clearRefusals(): void;
  /** Returns the fields that the player has changed. */
  changedValues(): Partial<Values>;
};

/**
 * Mantine's form. A submit with errors focuses the first invalid field. Unsent input keeps the page
 * from reloading. Unchanged fields show newer initial values, for example from another tab.
 */
export function useForm<
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the constraint of Mantine, which interfaces satisfy
  Values extends Record<string, any>,
  Sent = Values,
>(
  input: Omit<UseFormInput<Values, Sent>, 'validate'> & { validate: Rules<Values> },
): Form<Values, Sent> {
  const refusals = useRef(createRefusals());
  const validate: Rules<Values> = (values) => ({
    ...refusals.current.of(values),
    ...input.validate(values),
  });
  const form = useMantineForm({ ...input, validate });
  const { onSubmit, getInputNode, getValues, setFieldError } = form;
  const clearRefusals = () => refusals.current.clear();
  const hasField = (path: string | undefined): path is string =>
    path !== undefined && fieldAt(getValues(), path) !== undefined;
  useBusy(() => form.isDirty());
  const changedValues = () => {
    const changed = Object.entries(getValues()).filter(([field]) => form.isDirty(field));
    return Object.fromEntries(changed) as Partial<Values>;
  };
  const showInitialValues = useEffectEvent((initial: Values) => {
    const values = { ...initial, ...changedValues() };
    form.setInitialValues(initial);
    form.setValues(values);
    form.setDirty({});
  });
  const initialValues = JSON.stringify(input.initialValues);
  useEffect(() => showInitialValues(JSON.parse(initialValues) as Values), [initialValues]);
  return {
    ...form,
    field: (path, label, options) => ({ label, ...form.getInputProps(path, options) }),
    hasField,
    refuse(path, message) {
      if (!hasField(path)) return false;
      refusals.current.add(path, fieldAt(getValues(), path)?.value, message);
      setFieldError(path, message);
      getInputNode(path)?.focus();
      return true;
    },
    clearRefusals,
    changedValues,
    onSubmit: (onValid, onInvalid) => {
      const handle = onSubmit(onValid, (errors, values, event) => {
        firstOf(Object.keys(errors).map((path) => getInputNode(path)))?.focus();
        onInvalid?.(errors, values, event);
      });
      return (event) => {
        clearRefusals();
        handle(event);
      };
    },
  };
}

/** Returns the first node in document order, because errors are in the order of the rules. */
function firstOf(nodes: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  const found = nodes.filter((node) => node !== null);
  return found.find((node) =>
    found.every(
      (other) => !(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING),
    ),
  );
}
