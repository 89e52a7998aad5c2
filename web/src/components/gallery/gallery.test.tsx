import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { changeLanguage, loadNamespace } from '@/lib/i18n/i18n';
import { directionOf } from '@/lib/i18n/language';
import { renderForm } from '@/testing/forms';
import { allStates } from './allStates';
import { GalleryRoute } from './GalleryRoute';
import { galleryLanguages, samples, type GalleryLanguage } from './samples';
import type { RenderState } from './states';

/** Modules that need states for all exported components. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../{ui,forms,account,password,html}/**/*.tsx', '!../**/*.{states,test}.tsx'],
  { eager: true },
);

/** Components that appear in the states of others. */
const parts = ['FavoriteButton', 'MantineRoot', 'OverlayErrors'];

const focusable =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';

let consoleError: MockInstance;

beforeEach(async () => {
  await Promise.all(['password', 'reminders'].map(loadNamespace));
  consoleError = vi.spyOn(console, 'error');
});

afterEach(() => {
  // React reports invalid markup and missing keys there.
  expect(consoleError).not.toHaveBeenCalled();
});

async function renderState(language: GalleryLanguage, Render: RenderState) {
  await changeLanguage(language);
  const page = await renderForm(
    <main>
      <Render text={samples[language]} image="/mark.svg" onClose={() => undefined} />
    </main>,
  );
  await act(() => Promise.resolve());
  return page;
}

/** Returns the controls of the page that a keyboard user can focus, in document order. */
function tabStops(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[hidden]'),
  );
}

/** Returns the open dialog, which makes the rest of the page inert, or the whole page. */
const activeRoot = () => document.querySelector('dialog') ?? document.body;

it.each(Object.entries(modules))('every component of %s has states', (file, exported) => {
  const room = file.split('/')[1];
  const components = Object.keys(exported).filter((name) => /^[A-Z]/.test(name));
  const declared = allStates.filter((state) => state.room === room).map((state) => state.name);
  expect(components.filter((name) => ![...declared, ...parts].includes(name))).toEqual([]);
});

const cases = allStates.flatMap(({ room, name, states }) =>
  states.flatMap((state) =>
    galleryLanguages.map((language) => ({
      title: `${room}/${name} ${state.name}, ${language}`,
      language,
      render: state.render,
    })),
  ),
);

describe.each(cases)('$title', ({ language, render }) => {
  it('fulfils the contract of every component', async () => {
    const { user } = await renderState(language, render);
    expect(document.documentElement.dir).toBe(directionOf(language));

    // Colours and sizes need a browser: e2e/gallery.spec.ts checks them.
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    const root = activeRoot();
    for (const control of root.querySelectorAll(focusable)) {
      if (control.matches('[tabindex="-1"]:not(button, input, a)')) continue;
      expect(control).toHaveAccessibleName();
      expect((control as HTMLElement).tabIndex, 'tab order follows the document').toBeLessThan(1);
      // A busy control stays focusable: `disabled` would drop the focus of a keyboard user.
      if (control.matches('[aria-busy=true]')) expect(control).not.toBeDisabled();
    }

    const expected = tabStops(root);
    (document.activeElement as HTMLElement | null)?.blur();
    const reached = new Set<Element | null>();
    for (let presses = 0; presses < expected.length + 2; presses++) {
      await user.tab();
      reached.add(document.activeElement);
    }
    expect(expected.filter((element) => !reached.has(element))).toEqual([]);
  });
});

it('switches colour mode and language of the page', async () => {
  const { user } = await renderForm(<GalleryRoute />);
  await user.click(await screen.findByRole('button', { name: 'light' }));
  expect(document.documentElement.dataset.mode).toBe('light');
  await user.click(screen.getByRole('button', { name: 'dark' }));
  expect(document.documentElement.dataset.mode).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'العربية' }));
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  const buttons = within(screen.getByRole('region', { name: 'Button' }));
  expect(buttons.getAllByRole('button', { name: samples.ar.save })[0]).toBeVisible();
});
