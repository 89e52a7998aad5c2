import {
  useForm as useMantineForm,
  type FormErrors,
  type UseFormInput,
  type UseFormReturnType,
} from '@mantine/form';

/** What is wrong with a form's values, by the path of the field. */
type Rules<Values> = (values: Values) => FormErrors;

/**
 * Mantine's form; where it is sent with something wrong in it, the first wrong field takes the focus, so that
 * nobody has to look for it.
 */
export function useForm<
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own bound, which interfaces fit
  Values extends Record<string, any>,
  Sent = Values,
>(
  input: UseFormInput<Values, Sent> & { validate: Rules<Values> },
): UseFormReturnType<Values, Sent, Rules<Values>> {
  const form = useMantineForm(input);
  const { onSubmit, getInputNode } = form;
  return {
    ...form,
    onSubmit: (handle, refused) =>
      onSubmit(handle, (errors, values, event) => {
        firstOf(Object.keys(errors).map((path) => getInputNode(path)))?.focus();
        refused?.(errors, values, event);
      }),
  };
}

/** The one that stands first on the page: errors come in the order of the rules. */
function firstOf(nodes: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  const found = nodes.filter((node) => node !== null);
  return found.find((node) =>
    found.every(
      (other) => !(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING),
    ),
  );
}
