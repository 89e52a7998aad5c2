import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { breakDialog } from '@/lib/break/breakDialog';
import { renderPage } from '@/testing/render';
import { DockBar } from './GameLayer';
import { PlayBar } from './PlayBar';

const address = '/play/slot/1001';

const bars = {
  'the play page': (demo: boolean) => (
    <PlayBar
      name="Boğaz Fırtınası"
      provider={undefined}
      realAddress={demo ? address : undefined}
      favorite={undefined}
      fullscreen={{ supported: false, active: false, toggle: vi.fn() }}
      tournament={undefined}
      startedAt={Date.now()}
      panelOpen={false}
      onPanel={vi.fn()}
      onBack={vi.fn()}
      onClose={vi.fn()}
    />
  ),
  'the dock': (demo: boolean) => (
    <DockBar
      game={{
        kind: 'slot',
        id: 1001,
        demo,
        provider: undefined,
        address,
        username: 'demo',
        startedAt: 0,
      }}
      name="Boğaz Fırtınası"
      dock={undefined}
    />
  ),
};

const show = (bar: keyof typeof bars, demo: boolean) =>
  renderPage(bars[bar](demo), { namespaces: ['play'], player: true });
const button = () => screen.queryByRole('button', { name: 'Ara ver' });
const names = Object.keys(bars) as (keyof typeof bars)[];

it.each(names)(
  'the bar of %s offers a break from a game for money, none from a demo',
  async (bar) => {
    const { unmount } = await show(bar, true);
    expect(await screen.findByText('Demo')).toBeVisible();
    expect(button()).toBeNull();
    unmount();
    const { user } = await show(bar, false);
    await user.click(button()!);
    expect(breakDialog.get()).toBe(true);
  },
);
