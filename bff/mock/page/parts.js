// Parts of the page's views. Elements are made by the same function as the game pages'.
import { el, fill } from '/mock/play/assets/frame/dom.js';

export { el, fill };

/** show fills the page with a view: its title, what it is for, and its sections. */
export const show = (title, intro, ...sections) =>
  fill(document.getElementById('main'), el('div.page', el('h1', title), el('p', intro), sections));

/** card makes a section with a heading; kind adds classes: ".alert". */
export const card = (title, content, kind = '') =>
  el(`section.card${kind}`, el('h2', title), content);

/** button makes a button; kind adds classes: ".primary". */
export const button = (label, onclick, kind = '') => el(`button${kind}`, { onclick }, label);

/** buttons makes a row of buttons. */
export const buttons = (...children) => el('div.buttons', children);

/**
 * formOf copies a form from the page's templates. submit is called with its fields by name when
 * it is submitted.
 */
export function formOf(id, submit = () => {}) {
  const form = document.getElementById(id).content.firstElementChild.cloneNode(true);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(form.elements);
  });
  return form;
}

/** setOptions fills a select or datalist with options, given as [value, label] or as values. */
export function setOptions(list, options, chosen) {
  fill(
    list,
    options.map((option) => {
      const [value, label] = [option].flat();
      return el('option', { value, selected: value === chosen }, label ?? value);
    }),
  );
  return list;
}

/** chip makes a small label; kind adds classes: ".good". */
export const chip = (text, kind = '', title = undefined) => el(`span.chip${kind}`, { title }, text);

/** muted makes a paragraph of secondary text. */
export const muted = (...text) => el('p.muted', text);

/** lines makes a list of rows, each with its children side by side. */
export const lines = (rows) =>
  el(
    'ul.plain',
    rows.map((row) => el('li.line', row)),
  );

/** details makes a disclosure; content makes what it holds when it is first opened. */
export function details(kind, summary, content) {
  const node = el(`details${kind}`, el('summary', summary));
  node.addEventListener('toggle', () => node.append(content()), { once: true });
  return node;
}

/** toast shows a message for some seconds; at most two are shown at once. */
export function toast(text, bad = false) {
  const box = el(bad ? 'p.toast.bad' : 'p.toast', text);
  const all = document.getElementById('toasts');
  while (all.children.length > 1) all.firstChild.remove();
  all.append(box);
  setTimeout(() => box.remove(), bad ? 8000 : 4000);
}

/** attempt runs an action and shows a toast with its result. */
export async function attempt(action, done) {
  try {
    await action();
    if (done) toast(done);
  } catch (error) {
    toast(error.message, true);
  }
}

/** confirmButton makes a button that asks for a second press before it acts. */
export function confirmButton(label, question, action) {
  let timer = 0;
  const reset = () => {
    clearTimeout(timer);
    node.textContent = label;
  };
  const node = button(
    label,
    () => {
      if (node.textContent === question) {
        reset();
        action();
        return;
      }
      node.textContent = question;
      timer = setTimeout(reset, 4000);
    },
    '.danger',
  );
  return node;
}

/** json makes a block of highlighted JSON; text beyond the limit is cut off. */
export function json(value, limit = 200_000) {
  let text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const cut = text.length - limit;
  if (cut > 0) text = text.slice(0, limit);
  const pre = el('pre.json', { tabindex: 0 });
  const parts =
    /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let at = 0;
  for (const m of text.matchAll(parts)) {
    pre.append(text.slice(at, m.index));
    const kind = m[2] ? 'key' : m[1] ? 'text' : m[3] ? 'word' : 'number';
    pre.append(el(`span.${kind}`, m[1] ?? m[0]), m[2] ?? '');
    at = m.index + m[0].length;
  }
  pre.append(text.slice(at));
  if (cut > 0) pre.append(`\n… ${cut.toLocaleString('en')} more characters`);
  return pre;
}

/** copy puts text on the clipboard. */
export const copy = (text) =>
  navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser does not let this page copy.', true),
  );

/** size formats a number of bytes. */
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** moment formats a time to the second in its own zone. */
export const moment = (text) => text.replace('T', ' ').replace(/\.\d+/, '').replace('Z', ' UTC');
