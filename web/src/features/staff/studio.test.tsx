import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { staffPaths } from '@/lib/paths/staff';
import { testClock } from '@/testing/clock';
import { mockRoute } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import type { StudioTab } from './model/studio';
import { StudioRoute } from './studio/StudioRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, type Schemas } from './testing/fixtures';

const at = '2026-11-23T10:00:00Z';
const [text, surface] = ['theme.modes.dark.text', 'theme.modes.dark.surface'];

/**
 * Opens a page of the studio of a brand. `server.refuse` is the response to changes instead of a new
 * draft. `saved` returns the changes that are saved next.
 */
async function openStudio(
  tab: StudioTab,
  fields: Record<string, unknown>,
  role: Schemas['Role'] = 'admin',
) {
  const server = {
    refuse: undefined as Response | undefined,
    state: {
      ...{ brand: 'marmara', revision: 4, version: 2, read_only: false, two_people: false },
      fields,
      changes: [],
      faults: [],
      pairs: [{ mode: 'dark', colour: text, on: surface, least: 4.5 }],
      languages: ['tr', 'en'].map((lang) => ({ lang, built_in: true, missing: 0 })),
      history: [{ version: 2, by: 'ayse', at, changes: 1 }],
    } as Schemas['Studio'],
  };
  mockStaff('GET /brands', () => [brand('marmara')]);
  mockStaff('GET /studio/marmara', () => server.state);
  const saves = mockStaff('PATCH /studio/marmara/draft', ({ body }) => {
    if (server.refuse) return server.refuse.clone();
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
  const clock = testClock();
  const view = await renderConsole(<StudioRoute clock={clock} />, {
    pattern: staffPaths.studioTab.pattern,
    path: staffPaths.studioTab.to({ brand: 'marmara', tab }),
    as: me(role),
  });
  const saved = async () => {
    const count = saves.length + 1;
    clock.advance(600);
    await waitFor(() => expect(saves).toHaveLength(count));
    return (saves.at(-1)?.body as { changes: Record<string, unknown> }).changes;
  };
  return { ...view, clock, server, saves, saved };
}

async function openLook() {
  const fields = { [text]: '#EEF3FA', [surface]: '#111C2E', 'tagline.tr': 'Slot' };
  const view = await openStudio('look', fields);
  const tagline = await screen.findByLabelText('Slogan: tr');
  const type = (value: string) => fireEvent.change(tagline, { target: { value } });
  return { ...view, tagline, type };
}

it('saves the last of several changes once, and repeats a failed save without losing a value', async () => {
  const { clock, saved, saves, server, tagline, type, user } = await openLook();
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
  expect(await saved()).toEqual({ 'tagline.tr': 'Slot' });
  expect(saves.at(-1)?.headers.get('If-Match')).toBe('"5"');
});

it('keeps changes that could not be saved when the page is left', async () => {
  const { clock, server, type, unmount } = await openLook();
  server.refuse = refusal(503, 'unavailable');
  type('Slot ve bahis');
  clock.advance(600);
  await screen.findByText('refused: unavailable');
  unmount();
  await waitForIdle();
  const { saves, tagline } = await openLook();
  expect(tagline).toHaveValue('Slot ve bahis');
  expect(await screen.findByText('Kaydedildi')).toBeInTheDocument();
  expect(saves.at(-1)?.body).toEqual({ changes: { 'tagline.tr': 'Slot ve bahis' } });
});

it.each([
  ['Benimkini koru', 'Benim', '"9"'],
  ['Diğerini al', 'Onun', undefined],
])('asks on a conflict: %s', async (choice, expected, savedWith) => {
  const { clock, saves, server, tagline, type, user } = await openLook();
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
  expect(document.activeElement).not.toHaveRole('button');
  server.refuse = undefined;
  await user.click(dialog.getByRole('button', { name: choice }));
  expect(await screen.findByText('Kaydedildi')).toBeInTheDocument();
  expect(tagline).toHaveValue(expected);
  expect(saves[1]?.headers.get('If-Match') ?? undefined).toBe(savedWith);
});

it('saves a change again if the server has an older draft', async () => {
  const { clock, saves, server, type, user } = await openLook();
  server.refuse = refusal(409, 'changed by another person');
  server.state = { ...server.state, revision: 2 };
  type('Slot ve bahis');
  clock.advance(600);
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(await screen.findByText('refused: changed by another person')).toBeInTheDocument();
  server.refuse = undefined;
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  expect(await screen.findByText('Kaydedildi')).toBeInTheDocument();
  expect(saves.map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"2"', '"2"']);
});

it('names a low contrast at once and does not publish it', async () => {
  const { clock, user } = await openLook();
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

it('hides a section and offers it among the hidden ones', async () => {
  mockStaff('GET /studio/marmara/games', () => ({ games: [], categories: [] }));
  const { saved, user } = await openStudio('lobby', { lobby: ['popular', 'live'] });
  await user.click(await screen.findByRole('button', { name: 'Gizle: Canlı casino' }));
  expect(await saved()).toEqual({ lobby: ['popular'] });
  expect(screen.getByRole('button', { name: 'Göster: Canlı casino' })).toBeInTheDocument();
});

it('adds a slide for tomorrow with a picture, and hides it', async () => {
  let sent = '';
  mockRoute('POST /staff/v1/studio/marmara/pictures', (request) => {
    sent += request.headers.get('Content-Type');
    return { name: 'media/0123.png', bytes: 3, width: 1, height: 1 };
  });
  const { saved, server, user } = await openStudio('content', {});
  await user.type(await screen.findByLabelText('Yeni slaytın başlığı'), 'Yaz{Enter}');
  const form = within(screen.getByRole('dialog'));
  const file = (size: number) => new File([new Uint8Array(size)], 'a.png', { type: 'image/png' });
  await user.upload(form.getByLabelText('Görsel'), file(200 * 1024 + 1));
  expect(await form.findByText(/200 KB.*seçin/)).toBeInTheDocument();
  await user.upload(form.getByLabelText('Görsel'), file(3));
  expect(await form.findByAltText('')).toBeInTheDocument();
  expect(sent).toBe('image/png');
  await user.click(form.getByRole('radio', { name: 'EN' }));
  await user.type(form.getByLabelText('Başlık'), 'Summer');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  fireEvent.change(form.getByLabelText('Başlangıç'), { target: { value: tomorrow } });
  await user.type(form.getByLabelText('Ülkeler'), 'tr, de');
  const [[field = '', slide] = []] = Object.entries(await saved());
  expect(field).toMatch(/^content\.slide-yaz-[a-z0-9]+$/);
  expect(slide).toEqual({
    ...{ kind: 'slide', place: 'before', image: 'media/0123.png', countries: ['TR', 'DE'] },
    title: { tr: 'Yaz', en: 'Summer' },
    from: new Date(tomorrow).toISOString(),
  });
  const list = within(screen.getByRole('list', { name: 'Slaytlar' }));
  expect(list.getByText('Planlandı')).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: 'Gizle: Yaz' }));
  expect(await saved()).toEqual({ [field]: { ...(slide as object), hidden: true } });
  expect(list.getByText('Gizli')).toBeInTheDocument();
  server.state = { ...server.state, faults: [{ field, part: 'image', problem: 'eksik' }] };
  await user.click(form.getByRole('button', { name: 'Kaldır: Görsel' }));
  expect(await saved()).toEqual({
    [field]: expect.not.objectContaining({ image: expect.anything() }),
  });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Yayınla…' }));
  const changes = screen.getByRole('dialog', { name: 'Değişiklikleri yayınla' });
  expect(within(changes).getByRole('link')).toHaveTextContent('İçerik: Yaz: Görsel: eksik');
  expect(changes).toHaveTextContent(
    /Yer: Platformun kayıtlarından önce.*Başlık: TR: Yaz EN: Summer/,
  );
});

it('shows the form of an item to an account that may not change it', async () => {
  const item = { kind: 'slide', place: 'before', title: { tr: 'Yaz' }, image: 'media/0123.png' };
  const { user } = await openStudio('content', { 'content.yaz': item }, 'viewer');
  await user.click(await screen.findByRole('button', { name: 'Düzenle: Yaz' }));
  const form = within(screen.getByRole('dialog'));
  for (const label of ['Başlık', 'Görsel', 'Yer'])
    expect(form.getByLabelText(label)).toBeDisabled();
  await user.click(form.getByRole('radio', { name: 'EN' }));
  expect(form.getByLabelText('Başlık')).toHaveValue('');
  for (const name of [/^Gizle/, /^Kaldır/, 'Ekle'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
});

it('finds a text by what is shown, changes it, and does not save an empty one', async () => {
  const item = {
    namespace: 'common',
    key: 'balance_one',
    text: 'Bakiye',
    built_in: 'Bakiye {{a}}',
  };
  const searches = mockStaff('GET /studio/marmara/texts', () => ({ total: 1, items: [item] }));
  const { saved, user } = await openStudio('texts', {});
  await user.type(await screen.findByLabelText('Ara'), 'bak');
  await user.selectOptions(screen.getByLabelText('Süzgeç'), 'Değiştirilenler');
  await waitFor(() => expect(searches.at(-1)?.url.search).toBe('?lang=tr&q=bak&only=changed'));
  const text = screen.getByLabelText('common.balance_one');
  expect(text).toHaveAccessibleDescription(
    'Sitede: Bakiye {{a}} · Yer tutucular: {{a}} · Çoğul biçimi',
  );
  await user.clear(text);
  expect(screen.getByText(/^Bir metin yazın/)).toBeInTheDocument();
  fireEvent.change(text, { target: { value: 'Cüzdan {{a}}' } });
  expect(await saved()).toEqual({ 'texts.tr.common.balance_one': 'Cüzdan {{a}}' });
});
