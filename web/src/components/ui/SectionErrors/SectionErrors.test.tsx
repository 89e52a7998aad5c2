import { Suspense, useState, type ComponentType } from 'react';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import { useCasinoGamesListPages } from '@/contracts/hooks/pages';
import { useLivecasinoProviderList } from '@/contracts/hooks/livecasino';
import type { Provider } from '@/contracts/types';
import { inlineAnswers } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { envelope, mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { Rail } from '../Rail/Rail';
import { TileGrid } from '../Tile/TileGrid';
import { lazySection } from './lazySection';
import { OverlayErrors } from './OverlayErrors';
import { SectionErrors } from './SectionErrors';

// These components assume that the responses are valid.
const namesOf = (list?: Provider[]) => list?.map(({ providerName }) => providerName.toUpperCase());
const Providers = () => <p>{namesOf(useCasinoProviderList({}).data)}</p>;
const Inlined = () => <p>{namesOf(useLivecasinoProviderList({}, { fromBootstrap: true }).data)}</p>;
const Games = () => (
  <p>{useCasinoGamesListPages({}).items?.map(({ name }) => name.toUpperCase())}</p>
);

const broken = [{}] as never;
const provider = { providerID: 1, providerName: 'a', logo: '', gameCount: 1 };
const message = 'Bu bölüm gösterilemedi.';
const retry = () => screen.findByRole('button', { name: 'Tekrar dene' });

/** Loads a part at the third attempt. */
function loadLate() {
  const load = vi.fn<() => Promise<{ default: () => string }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValueOnce({ default: () => 'part' });
  return load;
}

// React reports errors that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

describe('a section that cannot be rendered', () => {
  const open = (Section: ComponentType, of?: 'nothing') =>
    renderPage(
      <>
        <SectionErrors of={of}>
          <Suspense>
            <Section />
          </Suspense>
        </SectionErrors>
        <p>rest</p>
      </>,
    );

  it('leaves the rest of the page, and is rendered again with a new response', async () => {
    mockCall('casino/provider_list', broken);
    const { user } = await open(Providers);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('rest')).toBeVisible();
    mockCall('casino/provider_list', [provider]);
    await user.click(await retry());
    expect(await screen.findByText('A')).toBeVisible();
  });

  it('asks for every page of a list again', async () => {
    mockCall('casino/games_list', broken);
    const { user } = await open(Games);
    await screen.findByText(message);
    mockCall('casino/games_list', [{ gameID: 1, name: 'a' }] as never);
    await user.click(await retry());
    expect(await screen.findByText('A')).toBeVisible();
  });

  it('does not use the response in the page again', async () => {
    inlineAnswers({ 'livecasino/provider_list': envelope(broken) });
    const { user } = await open(Inlined);
    mockCall('livecasino/provider_list', [provider]);
    await user.click(await retry());
    expect(await screen.findByText('A')).toBeVisible();
  });

  it('shows nothing where nothing would be missed', async () => {
    mockCall('casino/provider_list', broken);
    await open(Providers, 'nothing');
    await waitForIdle();
    expect(screen.getByText('rest')).toBeVisible();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it('loads a missing chunk again', async () => {
    const load = loadLate();
    const { user } = await open(lazySection(load));
    for (const times of [1, 2]) {
      const button = await retry();
      expect(load).toHaveBeenCalledTimes(times);
      await user.click(button);
    }
    expect(await screen.findByText('part')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('gives its properties to the chunk', async () => {
    const Part = lazySection(() =>
      Promise.resolve({ default: ({ name }: { name: string }) => <p>{name}</p> }),
    );
    const { rerender } = await renderPage(
      <Suspense>
        <Part name="first" />
      </Suspense>,
    );
    expect(await screen.findByText('first')).toBeVisible();
    rerender(<Part name="second" />);
    expect(await screen.findByText('second')).toBeVisible();
  });
});

it.each([
  ['a grid', TileGrid],
  ['a row', Rail],
])('one record that cannot be rendered in %s leaves the others', async (_, List) => {
  const Card = ({ name }: { name?: string }) => <p>{name!.toUpperCase()}</p>;
  await renderPage(
    <List>
      <Card name="a" />
      <Card />
      <Card name="c" />
    </List>,
  );
  expect(screen.getByText('A')).toBeVisible();
  expect(screen.getByText('C')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

describe('a layer over the page that cannot be rendered', () => {
  function Page({ Part }: { Part: ComponentType }) {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>open</button>
        {open && (
          <OverlayErrors onClose={() => setOpen(false)} onRetry={() => setOpen(true)}>
            <Suspense>
              <Part />
            </Suspense>
          </OverlayErrors>
        )}
      </>
    );
  }

  it('asks for new responses when it is opened again', async () => {
    mockCall('casino/provider_list', broken);
    const { user } = await renderPage(<Page Part={Providers} />);
    await user.click(screen.getByText('open'));
    const button = await retry();
    mockCall('casino/provider_list', [provider]);
    await user.click(button);
    expect(await screen.findByText('A')).toBeVisible();
  });
});
