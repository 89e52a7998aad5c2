/** Values that fill the named parts of a pattern. */
type Part = string | number;
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Values<P extends string> = Record<Names<P>, Part>;

/** An address of the site. The router uses `pattern`, and links use `to()`. */
interface Path<P extends string> {
  pattern: P;
  /** Returns the address with its parts filled in and escaped. */
  to: Names<P> extends never ? () => string : (values: Values<P>) => string;
}

/** Returns the path of a pattern. */
export function path<const P extends string>(pattern: P): Path<P> {
  const to = (values?: Record<string, Part>) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values?.[name])));
  return { pattern, to: to as Path<P>['to'] };
}
