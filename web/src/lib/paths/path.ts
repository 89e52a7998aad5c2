/** Values that fill the named parts of a pattern. */
type Part = string | number;
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Values<P extends string> = Record<Names<P>, Part>;

/** One address of the site: `pattern` for the router, `to()` for links. */
interface Path<P extends string> {
  pattern: P;
  /** The address with its parts filled in and escaped. */
  to: Names<P> extends never ? () => string : (values: Values<P>) => string;
}

/** Returns the path of a pattern. */
export function path<const P extends string>(pattern: P): Path<P> {
  const to = (values?: Record<string, Part>) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values?.[name])));
  return { pattern, to: to as Path<P>['to'] };
}
