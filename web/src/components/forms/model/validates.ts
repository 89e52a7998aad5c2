import type { FormErrors } from '@mantine/form';
import { safeParse, type GenericSchema } from 'valibot';

/**
 * Returns a validator for `useForm` that reports the schema's messages at their fields. `compare`
 * returns messages of fields that depend on others, or false. The schema's messages precede them.
 */
export const validates =
  <Values>(
    schema: GenericSchema<Values, unknown>,
    compare?: (values: Values) => Record<string, string | false>,
  ) =>
  (values: Values): FormErrors => {
    const errors: FormErrors = {};
    for (const issue of safeParse(schema, values).issues ?? []) {
      const field = issue.path?.map((part) => String(part.key)).join('.') ?? '';
      errors[field] ??= issue.message;
    }
    return { ...compare?.(values), ...errors };
  };
