import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SpeedRoute } from './routes/SpeedRoute';
import { mockStaff, renderConsole } from './testing/console';
import type { Schemas } from './testing/fixtures';

const figure: Schemas['SpeedFigure'] = {
  ...{ brand: 'marmara', metric: 'lcp', name: '/slot', samples: 1200, failures: 0 },
  ...{ p75: 2650, last_week: 2400, rating: 'fair', component: 'tile picture' },
};
const rows = () => screen.getAllByRole('row').map((row) => row.textContent);

it('the speed page compares the weeks of a metric', async () => {
  mockStaff('GET /speed', () => ({
    pages: [
      figure,
      {
        ...figure,
        metric: 'cls',
        p75: 0.05,
        last_week: null,
        rating: 'good',
        component: undefined,
      },
    ],
    releases: [],
    games: [
      { ...figure, metric: 'game_start', name: 'Lodos Games', rating: undefined, failures: 3 },
    ],
  }));
  await renderConsole(<SpeedRoute />);
  await screen.findByText('/slot');
  expect(rows()[1]).toBe('marmara/slot2.650 msn · orta2.400 msn1.200tile picture');
  expect(rows()[3]).toBe('marmaraLodos Games2.650 msn2.400 msn1.2003');
  expect(screen.getByText('Son iki haftada ölçüm yok')).toBeVisible();
  fireEvent.click(screen.getByLabelText('CLS'));
  expect(rows()[1]).toBe('marmara/slot0,05 · iyi–1.200');
});
