import { historyKinds, infoKeys, paths } from './paths.ts';
import { staffPaths } from './staff.ts';

/**
 * Returns the patterns of all addresses. Parts with a closed set of values are spelled out, because
 * the server responds with 404 to any other address.
 */
export function routePatterns(): string[] {
  const closed: Record<string, readonly string[]> = {
    [paths.profileHistory.pattern]: historyKinds.map((kind) => paths.profileHistory.to({ kind })),
    [paths.info.pattern]: Object.keys(infoKeys).map((key) => paths.info.to({ key })),
  };
  const patterns = [...Object.values(paths), ...Object.values(staffPaths)].map(
    (item) => item.pattern,
  );
  return [...new Set<string>(patterns)].flatMap((pattern) => closed[pattern] ?? [pattern]);
}
