// The tabs of scenarios and faults.
import {
  attempt,
  button,
  buttons,
  card,
  chip,
  details,
  el,
  field,
  form,
  lines,
  muted,
  select,
  show,
  submitButton,
} from './parts.js';
import { app, change, get } from './api.js';

/** callField makes a field for a call or a pattern of calls, with its suggestions. */
function callField(props) {
  const names = app.contract.calls.map((c) => `${c.class}/${c.method}`);
  const classes = [...new Set(app.contract.calls.map((c) => `${c.class}/*`))];
  return [
    el('input', { list: 'callnames', placeholder: 'casino/*', spellcheck: 'false', ...props }),
    el(
      'datalist',
      { id: 'callnames' },
      ['*', ...classes, ...names, 'games/round'].map((value) => el('option', { value })),
    ),
  ];
}

const brandField = () =>
  select([['', 'every brand'], ...app.contract.brands.map((b) => [b.brand, b.name])]);

const scopeOf = ({ brand, call }) => ({ ...(brand && { brand }), ...(call && { call }) });

/** scenariosView shows the tab of scenarios. */
export async function scenariosView() {
  const all = await get('scenarios');
  const [call, choices] = callField();
  const brand = brandField();
  const active = app.state.scenarios;
  const set = (name, scope) =>
    attempt(
      () => change('scenario', { name, ...scopeOf(scope) }).then(scenariosView),
      name === 'happy' ? 'Back to normal.' : `${name} is on.`,
    );
  const chosen = () => ({ brand: brand.value, call: call.value });
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
    card(
      'Where',
      el(
        'div.fields',
        field('Brand', brand),
        field('Call', call, 'A call, casino/* or nothing for all.'),
        choices,
      ),
    ),
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
  const [call, choices] = callField({ required: true });
  const number = (value, min, max, props) =>
    el('input', { type: 'number', min, max, value, ...props });
  const status = number(503, 300, 599);
  const latency = number(0, 0, 600_000);
  const rate = number(1, 0.01, 1, { step: 0.01 });
  const times = number(0, 0, 1_000_000);
  const brand = brandField();
  const statusField = field('HTTP status', status);
  const showStatus = () => (statusField.hidden = kind.value !== 'status');
  const kind = select(app.contract.fault_kinds, '', { onchange: showStatus });
  showStatus();
  const set = () => {
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
  };
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
    card(
      'Set a fault',
      form(
        set,
        '',
        el(
          'div.fields',
          field('Call', call, 'A call, casino/* or *.'),
          choices,
          field('Kind', kind),
          statusField,
          field('Late by (ms)', latency),
          field('Share of calls', rate, '1: every one.'),
          field('Times', times, '0: until it is cleared.'),
          field('Brand', brand),
        ),
        submitButton('Set'),
      ),
    ),
  );
}
