import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { bundleReport } from './bundleReport';

const chunk = (modules: Record<string, number>) =>
  ({
    modules: Object.fromEntries(
      Object.entries(modules).map(([id, renderedLength]) => [id, { renderedLength }]),
    ),
  }) as unknown as Rolldown.OutputChunk;

it('shares the size of chunks among libraries and folders', () => {
  const libraries = chunk({
    '/x/node_modules/react-dom/a.js': 300,
    '/x/node_modules/@tabler/icons-react/b.js': 100,
  });
  const site = chunk({
    '/x/src/lib/swr/c.ts': 50,
    '/x/src/lib/swr/d.ts': 25,
    '/x/src/app/App.tsx': 25,
  });
  const report = bundleReport([libraries, site], (item) => (item === site ? 2048 : 4096));
  expect(report.split('\n')).toEqual([
    '    3.0  react-dom',
    '    1.5  lib/swr',
    '    1.0  @tabler/icons-react',
    '    0.5  app',
    '    6.0  all',
    '',
  ]);
});
