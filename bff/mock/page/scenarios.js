// The tabs of scenarios and faults.
import { attempt, button, buttons, card, chip, details, el, formOf, lines, muted, setOptions, show } from './parts.js';
import { app, change, get } from './api.js';

/** scopedForm copies a form with fields for a brand and a call, or a pattern of calls. */
function scopedForm(id, submit) {
  const form = formOf(id, submit);
  const { calls, brands } = app.contract;
  const names = calls.map((c) => `${c.class}/${c.method}`);
  const classes = [...new Set(calls.map((c) => `${c.class}/*`))];
  const choices = ['*', ...classes, ...names, 'games/round', 'games/page'];
  setOptions(document.getElementById('callnames'), choices);
  setOptions(form.elements.brand, [['', 'every brand'], ...brands.map((b) => [b.brand, b.name])]);
  return form;
}

const scopeOf = ({ brand, call }) => ({ ...(brand && { brand }), ...(call && { call }) });

/** scenariosView shows the tab of scenarios. */
export async function scenariosView() {
  const all = await get('scenarios');
  const form = scopedForm('scope-form');
  const active = app.state.scenarios;
  const set = (name, scope) =>
    attempt(
      () => change('scenario', { name, ...scopeOf(scope) }).then(scenariosView),
      name === 'happy' ? 'Back to normal.' : `${name} is on.`,
    );
  const chosen = () => Object.fromEntries(new FormData(form));
  const scenario = (s) => {
    const on = active.some((o) => o.name === s.name);
    return el(
      on ? 'article.card.here' : 'article.card',
      el('h2', s.name, on && chip('on', '.bad')),
      el('p', s.description),
      s.calls?.length > 0 &&
        details('.within', 'Calls it affects', () => muted(s.calls.join(', '))),
      buttons(
        on
          ? button('Return', () => set('happy', chosen()))
          : button('Switch on', () => set(s.name, chosen()), '.primary'),
      ),
    );
  };
  show(
    'Scenarios',
    `A situation under a name, for the world ${app.world}: everywhere, or for one brand or one call.`,
    card(
      active.length > 0 ? 'On now' : 'No scenario is on',
      [
        active.length === 0 && muted('happy: everything works.'),
        lines(
          active.map((s) => [
            el('b', s.name),
            el('span.muted', [s.brand, s.call].filter(Boolean).join(' · ') || 'everywhere'),
            button('Switch off', () => set('happy', s)),
          ]),
        ),
        active.length > 0 && button('Return to happy', () => set('happy', {}), '.primary'),
      ],
      active.length > 0 ? '.alert' : '',
    ),
    card('Where', form),
    el('div.cards', all.filter((s) => s.name !== 'happy').map(scenario)),
  );
}

const faultText = (f) =>
  [
    f.brand,
    f.latency_ms > 0 && `late by ${f.latency_ms} ms`,
    f.rate < 1 && `${Math.round(f.rate * 100)} %`,
    f.times > 0 ? `${f.struck} of ${f.times} times` : f.struck > 0 && `happened ${f.struck} times`,
  ]
    .filter(Boolean)
    .join(' · ');

/** faultsView shows the tab of faults. */
export function faultsView() {
  const form = scopedForm('fault-form', ({ call, kind, latency, rate, times, brand, status }) => {
    const body = {
      call: call.value,
      kind: kind.value,
      latency_ms: Number(latency.value),
      rate: Number(rate.value),
      times: Number(times.value),
      ...scopeOf({ brand: brand.value }),
      ...(kind.value === 'status' && { status: Number(status.value) }),
    };
    attempt(() => change('fault', body).then(faultsView), 'The fault is set.');
  });
  const { kind, status } = form.elements;
  const showStatus = () => (status.parentNode.hidden = kind.value !== 'status');
  setOptions(kind, app.contract.fault_kinds);
  kind.onchange = showStatus;
  showStatus();
  const clear = (query) =>
    attempt(() => change(`fault${query}`, undefined, 'DELETE').then(faultsView), 'Cleared.');
  const { faults } = app.state;
  show(
    'Faults',
    `What goes wrong with single calls in the world ${app.world}. The newest fault that applies wins.`,
    card(
      faults.length > 0 ? 'Set now' : 'None is set',
      [
        lines(
          faults.map((f) => [
            el('code', f.call),
            el('b', f.kind + (f.status ? ` ${f.status}` : '')),
            el('span.muted', faultText(f)),
            button('Clear', () => clear(`?call=${encodeURIComponent(f.call)}`)),
          ]),
        ),
        faults.length > 1 && button('Clear all', () => clear('')),
      ],
      faults.length > 0 ? '.alert' : '',
    ),
    card('Set a fault', form),
  );
}
