/** The values that the server has refused, by field, with its messages. */
export interface Refusals {
  add(field: string, value: unknown, message: string): void;
  /** Returns the messages of the fields that still have the refused value. */
  of(values: Readonly<Record<string, unknown>>): Record<string, string>;
  clear(): void;
}

/** Creates an empty set of refusals. */
export function createRefusals(): Refusals {
  const refused = new Map<string, { value: unknown; message: string }>();
  return {
    add: (field, value, message) => void refused.set(field, { value, message }),
    of(values) {
      const messages: Record<string, string> = {};
      for (const [field, { value, message }] of refused) {
        if (Object.is(values[field], value)) messages[field] = message;
      }
      return messages;
    },
    clear: () => refused.clear(),
  };
}
