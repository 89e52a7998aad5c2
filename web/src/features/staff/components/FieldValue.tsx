import { CallNames } from './CallNames';
import { Time } from './Time';

type Value = string | readonly string[] | Readonly<Record<string, string>> | null | undefined;

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** The value of a field of a window. */
export function FieldValue({ value }: { value: Value }) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return isTime(value) ? <Time at={value} /> : value;
  if (Array.isArray(value)) return <CallNames names={value as readonly string[]} />;
  return Object.entries(value).map(([language, text]) => (
    <p key={language}>
      <strong>{language.toUpperCase()}</strong> <span lang={language}>{text}</span>
    </p>
  ));
}
