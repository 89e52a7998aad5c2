// What bends the world: scenarios and faults.

import { h, fill, labelled } from './dom.js';
import { app, change, get } from './api.js';
import { attempt } from './worlds.js';

/** The choices of a call or a pattern of calls. */
function callField() {
  const names = app.contract.calls.map((c) => `${c.class}/${c.method}`);
  const classes = [...new Set(app.contract.calls.map((c) => `${c.class}/*`))];
  const choices = h(
    'datalist',
    { id: 'callnames' },
    ['*', ...classes, ...names, 'games/round'].map((n) => h('option', { value: n })),
  );
  return [h('input', { list: 'callnames', placeholder: 'casino/*', spellcheck: false }), choices];
}

const brandField = () =>
  h(
    'select',
    {},
    h('option', { value: '' }, 'every brand'),
    app.contract.brands.map((b) => h('option', { value: b.brand }, b.name)),
  );

const scope = (s) => [s.brand, s.call].filter(Boolean).join(' · ') || 'everywhere';

/** The tab of scenarios. */
export async function scenariosView(main) {
  const all = await get('scenarios');
  const [call, choices] = callField();
  const brand = brandField();
  const again = () => scenariosView(main);
  const turn = (name, where) =>
    attempt(
      () => change('scenario', { method: 'POST', body: { name, ...where } }).then(again),
      name === 'happy' ? 'Back to normal.' : `${name} is on.`,
    );
  const chosen = () => ({
    ...(brand.value && { brand: brand.value }),
    ...(call.value && { call: call.value }),
  });
  const on = app.state.scenarios;
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Scenarios'),
      h(
        'p',
        {},
        `A situation under a name, for the world ${app.world}: everywhere, or for one brand or one call.`,
      ),
      h('section', { class: on.length > 0 ? 'card alert' : 'card' }, [
        h('h2', {}, on.length > 0 ? 'On now' : 'Nothing is bent'),
        on.length === 0 && h('p', { class: 'muted' }, 'happy: everything works.'),
        h(
          'ul',
          { class: 'plain' },
          on.map((s) =>
            h(
              'li',
              { class: 'line' },
              h('b', {}, s.name),
              h('span', { class: 'muted' }, scope(s)),
              h(
                'button',
                {
                  type: 'button',
                  onclick: () =>
                    turn('happy', {
                      ...(s.brand && { brand: s.brand }),
                      ...(s.call && { call: s.call }),
                    }),
                },
                'Switch off',
              ),
            ),
          ),
        ),
        on.length > 0 &&
          h(
            'button',
            { type: 'button', class: 'primary', onclick: () => turn('happy', {}) },
            'Return to happy',
          ),
      ]),
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Where'),
        h(
          'div',
          { class: 'fields' },
          labelled('Brand', brand),
          labelled('Call', call, 'A call, casino/* or nothing for all.'),
          choices,
        ),
      ),
      h(
        'div',
        { class: 'cards' },
        all
          .filter((s) => s.name !== 'happy')
          .map((s) =>
            scenarioCard(
              s,
              on,
              () => turn(s.name, chosen()),
              () => turn('happy', chosen()),
            ),
          ),
      ),
    ]),
  );
}

function scenarioCard(s, on, turn, off) {
  const active = on.some((o) => o.name === s.name);
  return h(
    'article',
    { class: active ? 'card here' : 'card' },
    h('h2', {}, s.name, active && h('span', { class: 'chip bad' }, 'on')),
    h('p', {}, s.description),
    s.calls?.length > 0 &&
      h(
        'details',
        { class: 'within' },
        h('summary', {}, 'Calls it touches'),
        h('p', { class: 'muted' }, s.calls.join(', ')),
      ),
    h(
      'div',
      { class: 'buttons' },
      active
        ? h('button', { type: 'button', onclick: off }, 'Return')
        : h('button', { type: 'button', class: 'primary', onclick: turn }, 'Switch on'),
    ),
  );
}

/** The tab of faults. */
export function faultsView(main) {
  const [call, choices] = callField();
  const kind = h(
    'select',
    {},
    app.contract.fault_kinds.map((k) => h('option', {}, k)),
  );
  const status = h('input', { type: 'number', min: 300, max: 599, value: 503 });
  const latency = h('input', { type: 'number', min: 0, max: 600_000, value: 0 });
  const rate = h('input', { type: 'number', min: 0.01, max: 1, step: 0.01, value: 1 });
  const times = h('input', { type: 'number', min: 0, max: 1_000_000, value: 0 });
  const brand = brandField();
  const statusField = labelled('HTTP status', status);
  const show = () => (statusField.hidden = kind.value !== 'status');
  kind.addEventListener('change', show);
  show();
  const again = () => faultsView(main);
  const submit = (e) => {
    e.preventDefault();
    const body = {
      call: call.value,
      kind: kind.value,
      latency_ms: Number(latency.value),
      rate: Number(rate.value),
      times: Number(times.value),
    };
    if (brand.value) body.brand = brand.value;
    if (kind.value === 'status') body.status = Number(status.value);
    attempt(() => change('fault', { method: 'POST', body }).then(again), 'The fault is set.');
  };
  call.required = true;
  const clear = (pattern) =>
    attempt(
      () =>
        change(`fault${pattern ? `?call=${encodeURIComponent(pattern)}` : ''}`, {
          method: 'DELETE',
        }).then(again),
      'Cleared.',
    );
  const set = app.state.faults;
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Faults'),
      h(
        'p',
        {},
        `What goes wrong with single calls in the world ${app.world}. The newest fault that strikes wins.`,
      ),
      h('section', { class: set.length > 0 ? 'card alert' : 'card' }, [
        h('h2', {}, set.length > 0 ? 'Set now' : 'None is set'),
        h(
          'ul',
          { class: 'plain' },
          set.map((f) =>
            h(
              'li',
              { class: 'line' },
              h('code', {}, f.call),
              h('b', {}, f.kind + (f.status ? ` ${f.status}` : '')),
              h('span', { class: 'muted' }, faultText(f)),
              h('button', { type: 'button', onclick: () => clear(f.call) }, 'Clear'),
            ),
          ),
        ),
        set.length > 1 && h('button', { type: 'button', onclick: () => clear('') }, 'Clear all'),
      ]),
      h('section', { class: 'card' }, [
        h('h2', {}, 'Set a fault'),
        h('form', { onsubmit: submit }, [
          h('div', { class: 'fields' }, [
            labelled('Call', call, 'A call, casino/* or *.'),
            choices,
            labelled('Kind', kind),
            statusField,
            labelled('Late by (ms)', latency),
            labelled('Share of calls', rate, '1: every one.'),
            labelled('Times', times, '0: until it is cleared.'),
            labelled('Brand', brand),
          ]),
          h('button', { class: 'primary' }, 'Set'),
        ]),
      ]),
    ]),
  );
}

function faultText(f) {
  return [
    f.brand,
    f.latency_ms > 0 && `late by ${f.latency_ms} ms`,
    f.rate < 1 && `${Math.round(f.rate * 100)} %`,
    f.times > 0 ? `${f.struck} of ${f.times} times` : f.struck > 0 && `struck ${f.struck} times`,
  ]
    .filter(Boolean)
    .join(' · ');
}
