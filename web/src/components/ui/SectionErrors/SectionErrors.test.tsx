import { Suspense, useState, type ComponentType } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCasinoGamesListPages, useCasinoProviderList } from '@/contracts/hooks/casino';
import type { Bootstrap } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { mockCall, renderPage, testBrand, waitForIdle } from '@/testing';
import { Rail } from '../Rail/Rail';
import { TileGrid } from '../Tile/TileGrid';
import { lazySection } from './lazySection';
import { OverlayErrors } from './OverlayErrors';
import { SectionErrors } from './SectionErrors';

/** Reads the answers as if they could not be anything else. */
function Providers() {
  const { data } = useCasinoProviderList({}, { fromBootstrap: true });
  return <p>{data?.map(({ providerName }) => providerName.toUpperCase()).join(' ')}</p>;
}

function Games() {
  const { items } = useCasinoGamesListPages({});
  return <p>{items?.map(({ name }) => name.toUpperCase()).join(' ')}</p>;
}

const broken = [{}] as never;

// React reports errors that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => setBootstrap(testBrand));

describe('a section that cannot be rendered', () => {
  it('leaves the rest of the page, and is rendered again with a new response', async () => {
    mockCall('casino/provider_list', broken);
    const { user } = await renderPage(
      <>
        <SectionErrors>
          <Providers />
        </SectionErrors>
        <p>rest</p>
      </>,
    );
    expect(await screen.findByText('Bu bölüm gösterilemedi.')).toBeVisible();
    expect(screen.getByText('rest')).toBeVisible();
    mockCall('casino/provider_list', [
      { providerID: 1, providerName: 'a', logo: '', gameCount: 1 },
    ]);
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    expect(await screen.findByText('A')).toBeVisible();
  });

  it('asks for every page of a list again', async () => {
    mockCall('casino/games_list', broken);
    const { user } = await renderPage(
      <SectionErrors>
        <Games />
      </SectionErrors>,
    );
    await screen.findByText('Bu bölüm gösterilemedi.');
    mockCall('casino/games_list', [{ gameID: 1, name: 'a' }] as never);
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    expect(await screen.findByText('A')).toBeVisible();
  });

  it('does not use the response in the page again', async () => {
    const answer = { result: true, message: '', data: broken, code: 200, debug: null };
    const initial = { 'casino/provider_list': { ...answer, pagination: null } };
    setBootstrap({ ...testBrand, initial } as Bootstrap);
    const { user } = await renderPage(
      <SectionErrors>
        <Providers />
      </SectionErrors>,
    );
    mockCall('casino/provider_list', [
      { providerID: 1, providerName: 'b', logo: '', gameCount: 1 },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Tekrar dene' }));
    expect(await screen.findByText('B')).toBeVisible();
  });

  it('shows nothing where nothing would be missed', async () => {
    mockCall('casino/provider_list', broken);
    await renderPage(
      <>
        <SectionErrors of="nothing">
          <Providers />
        </SectionErrors>
        <p>rest</p>
      </>,
    );
    await waitForIdle();
    expect(screen.getByText('rest')).toBeVisible();
    expect(screen.queryByText('Bu bölüm gösterilemedi.')).not.toBeInTheDocument();
  });

  it('loads a missing chunk again', async () => {
    const load = vi.fn<() => Promise<{ default: () => string }>>();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValueOnce({ default: () => 'part' });
    const Part = lazySection(load);
    const { user } = await renderPage(
      <SectionErrors>
        <Suspense>
          <Part />
        </Suspense>
      </SectionErrors>,
    );
    for (const times of [1, 2]) {
      const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
      expect(load).toHaveBeenCalledTimes(times);
      await user.click(retry);
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

describe('one record that cannot be rendered', () => {
  it.each([
    ['a grid', TileGrid],
    ['a row', Rail],
  ])('in %s leaves the others', async (_, List) => {
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
});

describe('a layer over the page that cannot be rendered', () => {
  const retry = () => screen.findByRole('button', { name: 'Tekrar dene' });

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

  it('is closed, says so, and can be opened again', async () => {
    const load = vi.fn<() => Promise<{ default: () => string }>>();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValueOnce({ default: () => 'part' });
    const { user } = await renderPage(<Page Part={lazySection(load)} />);
    await user.click(screen.getByText('open'));
    expect(await screen.findByText('Bu bölüm gösterilemedi.')).toBeVisible();
    await user.click(screen.getByText('open'));
    expect(await screen.findByLabelText('2 kez')).toBeVisible();
    await user.click(await retry());
    expect(await screen.findByText('part')).toBeVisible();
    expect(screen.queryByText('Bu bölüm gösterilemedi.')).not.toBeInTheDocument();
  });

  it('asks for new responses when it is opened again', async () => {
    mockCall('casino/provider_list', broken);
    const { user } = await renderPage(<Page Part={Providers} />);
    await user.click(screen.getByText('open'));
    const button = await retry();
    mockCall('casino/provider_list', [
      { providerID: 1, providerName: 'a', logo: '', gameCount: 1 },
    ]);
    await user.click(button);
    expect(await screen.findByText('A')).toBeVisible();
  });
});
