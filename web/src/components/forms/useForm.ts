import {
  useForm as useMantineForm,
  type FormErrors,
  type UseFormInput,
  type UseFormReturnType,
} from '@mantine/form';

/** Returns the errors of a form by the path of the field. */
type Rules<Values> = (values: Values) => FormErrors;

/** Mantine's form. Submitting it with errors focuses the first invalid field. */
export function useForm<
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the constraint of Mantine, which interfaces satisfy
  Values extends Record<string, any>,
  Sent = Values,
>(
  input: UseFormInput<Values, Sent> & { validate: Rules<Values> },
): UseFormReturnType<Values, Sent, Rules<Values>> {
  const form = useMantineForm(input);
  const { onSubmit, getInputNode } = form;
  return {
    ...form,
    onSubmit: (onValid, onInvalid) =>
      onSubmit(onValid, (errors, values, event) => {
        firstOf(Object.keys(errors).map((path) => getInputNode(path)))?.focus();
        onInvalid?.(errors, values, event);
      }),
  };
}

/** Returns the first node in document order; errors are in the order of the rules. */
function firstOf(nodes: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  const found = nodes.filter((node) => node !== null);
  return found.find((node) =>
    found.every(
      (other) => !(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING),
    ),
  );
}
