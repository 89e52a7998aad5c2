/** The refused values with the server's messages, by the path of the field. */
export interface Refusals {
  add(path: string, value: unknown, message: string): void;
  /** Returns the messages of the fields that still have the refused value. */
  of(values: FormValues): Record<string, string>;
  clear(): void;
}

type FormValues = Readonly<Record<string, unknown>>;

/** Creates an empty set of refusals. */
export function createRefusals(): Refusals {
  const refused = new Map<string, { value: unknown; message: string }>();
  return {
    add: (path, value, message) => void refused.set(path, { value, message }),
    of(values) {
      const messages: Record<string, string> = {};
      for (const [path, { value, message }] of refused) {
        const field = fieldAt(values, path);
        if (field && Object.is(field.value, value)) messages[path] = message;
      }
      return messages;
    },
    clear: () => refused.clear(),
  };
}

/** Returns the field at a path such as `fields.phone`, or undefined if it does not exist. */
export function fieldAt(values: FormValues, path: string): { value: unknown } | undefined {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return isRecord(value) ? undefined : { value };
}

const isRecord = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null;
