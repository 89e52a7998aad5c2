import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { staffPaths } from '@/lib/paths/staff';
import { testClock } from '@/testing/clock';
import { waitForIdle } from '@/testing/waitForIdle';
import { StudioRoute } from './studio/StudioRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, type Schemas } from './testing/fixtures';

const at = '2026-11-23T10:00:00Z';
const [text, surface] = ['theme.modes.dark.text', 'theme.modes.dark.surface'];

/** Mocks the studio of a brand. `refuse` is the response to changes instead of a new draft. */
function mockStudio(over: Partial<Schemas['Studio']> = {}) {
  const server = {
    refuse: undefined as Response | undefined,
    state: {
      ...{ brand: 'marmara', revision: 4, version: 2, read_only: false, two_people: false },
      fields: { [text]: '#EEF3FA', [surface]: '#111C2E', 'tagline.tr': 'Slot' },
      changes: [],
      faults: [],
      pairs: [{ mode: 'dark', colour: text, on: surface, least: 4.5 }],
      languages: [{ lang: 'tr', built_in: true, missing: 0 }],
      history: [{ version: 2, by: 'ayse', at, changes: 1 }],
      ...over,
    } as Schemas['Studio'],
  };
  mockStaff('GET /brands', () => [brand('marmara')]);
  mockStaff('GET /studio/marmara', () => server.state);
  const saves = mockStaff('PATCH /studio/marmara/draft', ({ body }) => {
    if (server.refuse) return server.refuse;
    const { changes } = body as { changes: Record<string, unknown> };
    const { revision, fields } = server.state;
    const list = Object.entries(changes).map(([field, after]) => ({
      ...{ field, before: fields[field], after, by: 'editor', at },
    }));
    server.state = {
      ...server.state,
      revision: revision + 1,
      fields: { ...fields, ...changes },
      changes: list,
    };
    return server.state;
  });
  return { server, saves };
}

async function renderStudio() {
  const clock = testClock();
  const view = await renderConsole(<StudioRoute clock={clock} />, {
    pattern: staffPaths.studioTab.pattern,
    path: staffPaths.studioTab.to({ brand: 'marmara', tab: 'look' }),
    as: me('admin'),
  });
  const tagline = await screen.findByLabelText('Slogan: tr');
  const type = (value: string) => fireEvent.change(tagline, { target: { value } });
  return { ...view, clock, tagline, type };
}

it('saves the last of several changes once, and repeats a failed save without losing a value', async () => {
  const { server, saves } = mockStudio();
  const { clock, tagline, type, user } = await renderStudio();
  type('Slot ve');
  clock.advance(599);
  type('Slot ve canlı');
  clock.advance(599);
  await waitForIdle();
  expect(saves).toHaveLength(0);
  server.refuse = refusal(503, 'unavailable');
  clock.advance(1);
  expect(await screen.findByText('refused: unavailable')).toBeInTheDocument();
  expect(tagline).toHaveValue('Slot ve canlı');
  server.refuse = undefined;
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  expect(await screen.findByText('Kaydedildi')).toBeInTheDocument();
  expect(saves.map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"4"']);
  expect(saves.at(-1)?.body).toEqual({ changes: { 'tagline.tr': 'Slot ve canlı' } });
  await user.click(screen.getByRole('button', { name: 'Sıfırla: Slogan: tr' }));
  expect(tagline).toHaveValue('Slot');
  clock.advance(600);
  await waitFor(() => expect(saves.at(-1)?.body).toEqual({ changes: { 'tagline.tr': 'Slot' } }));
  expect(saves.at(-1)?.headers.get('If-Match')).toBe('"5"');
});

it.each([
  ['Benimkini koru', 'Benim', '"9"'],
  ['Diğerini al', 'Onun', undefined],
])('asks on a conflict: %s', async (choice, expected, savedWith) => {
  const { server, saves } = mockStudio();
  const { clock, tagline, type, user } = await renderStudio();
  const conflicts = [{ field: 'tagline.tr', value: 'Onun', by: 'ayse', at }];
  server.refuse = HttpResponse.json(
    { error: 'changed by another person', conflicts },
    { status: 409 },
  );
  type('Benim');
  const { fields } = server.state;
  server.state = { ...server.state, revision: 9, fields: { ...fields, 'tagline.tr': 'Onun' } };
  clock.advance(600);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Onun')).toBeInTheDocument();
  expect(dialog.getByText('Benim')).toBeInTheDocument();
  server.refuse = undefined;
  await user.click(dialog.getByRole('button', { name: choice }));
  expect(await screen.findByText('Kaydedildi')).toBeInTheDocument();
  expect(tagline).toHaveValue(expected);
  expect(saves[1]?.headers.get('If-Match') ?? undefined).toBe(savedWith);
});

it('names a low contrast at once and does not publish it', async () => {
  mockStudio();
  const { clock, user } = await renderStudio();
  expect(screen.getByText('WCAG AA sağlanıyor')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Koyu mod: Metin'), { target: { value: '#3A4A60' } });
  const pair = 'Koyu mod: Metin / Yüzey: 1,89, en az 4,5 gerekir';
  expect(screen.getByText(`En düşük: ${pair}`)).toBeInTheDocument();
  clock.advance(600);
  await screen.findByText('1 değişiklik');
  await user.click(screen.getByRole('button', { name: 'Yayınla…' }));
  expect(screen.getByRole('button', { name: 'Yayınla' })).toBeDisabled();
  const link = within(screen.getByRole('dialog')).getByRole('link', { name: pair });
  expect(link.getAttribute('href')).toBe(
    '/maintenance-control/studio/marmara/look#field-theme-modes-dark-text',
  );
});
