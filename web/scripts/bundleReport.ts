import type { Rolldown } from 'vite';

/** Returns the group of a module, which is a library or a directory of the site. */
const groupOf = (id: string): string => {
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  if (library) return library;
  const folder = /\/src\/(lib|components|features|app|contracts)(?:\/(\w+)\/)?/.exec(id);
  return folder ? folder.slice(1).filter(Boolean).join('/') : 'other';
};

/**
 * Returns a table of groups with their KiB of Brotli. A chunk is compressed as a whole, so its
 * modules share its size by their length.
 */
export function bundleReport(
  chunks: readonly Rolldown.OutputChunk[],
  sizeOf: (chunk: Rolldown.OutputChunk) => number,
): string {
  const bytes = new Map<string, number>();
  for (const chunk of chunks) {
    const modules = Object.entries(chunk.modules);
    const total = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    const perByte = sizeOf(chunk) / (total || 1);
    for (const [id, { renderedLength }] of modules) {
      const share = perByte * renderedLength;
      bytes.set(groupOf(id), (bytes.get(groupOf(id)) ?? 0) + share);
    }
  }
  const rows = [...bytes].sort(([, a], [, b]) => b - a);
  const sum = rows.reduce((all, [, size]) => all + size, 0);
  const line = (name: string, size: number) => `${(size / 1024).toFixed(1).padStart(7)}  ${name}`;
  return [...rows.map(([name, size]) => line(name, size)), line('all', sum), ''].join('\n');
}
