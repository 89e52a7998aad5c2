import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { VirtualRoute } from '@/features/games/routes/VirtualRoute';
import { noLimits } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { gameFrame, postGameMessage } from '@/testing/gameFrame';
import { GameHost } from './GameHost';

/** The pages of virtual games, and the running game next to them, as in App. */
const site = (
  <>
    <Routes>
      <Route path="/" element={null} />
      <Route path="*" element={<VirtualRoute />} />
    </Routes>
    <GameHost />
  </>
);

const open = (path: string) =>
  renderPage(site, { path, namespaces: ['games', 'play'], player: true });

const frame = () => document.querySelector('iframe');
const frameOf = (name: string) => waitFor(() => expect(frame()?.title).toBe(name));

let requests: ReturnType<typeof mockInit>;
const mockInit = () => mockCall('virtualgames/init_game', { url: 'http://site.test/v' });

beforeEach(() => {
  mockCall('limits/get', noLimits);
  requests = mockInit();
});

it('run the selected game for players', async () => {
  const { user } = await open('/virtual');
  await frameOf('Golden Race');
  await user.click(screen.getByRole('link', { name: 'Spaceman' }));
  await frameOf('Spaceman');
  // The brand's configuration defines the provider of each game.
  const asked = requests.map(({ data }) => `${data.type} ${data.providerID}`);
  expect(asked).toEqual(['goldenrace 16', 'spaceman 7']);
});

it('can be reached by the keyboard before what follows on the page', async () => {
  const { user } = await open('/sport');
  await frameOf('Spor bahisleri');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Oyuna geç' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('region', { name: 'Oyun: Spor bahisleri' })).toHaveFocus();
});

it('end where the game asks for it', async () => {
  const { location } = await open('/sport');
  await frameOf('Spor bahisleri');
  postGameMessage((await gameFrame()).contentWindow, { event: 'close' });
  await waitFor(() => expect(location()).toBe('/'));
  expect(frame()).toBeNull();
});

it('lead home after a failed start, with a message that stays and leads back', async () => {
  mockError('virtualgames/init_game', { code: 400, message: 'Oyun bakımda' });
  const { user, location } = await open('/sport');
  await waitFor(() => expect(location()).toBe('/'));
  expect(await screen.findByText('Oyun bakımda')).toBeInTheDocument();
  mockInit();
  await user.click(screen.getByRole('button', { name: 'Oyunu yeniden aç' }));
  expect(location()).toBe('/sport?game=sport');
  expect(screen.queryByText('Oyun bakımda')).toBeNull();
  await frameOf('Spor bahisleri');
});
