// Small helpers for elements: no framework, no markup from strings.

/** Makes an element. Properties that begin with "on" are listeners; null children are left out. */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) el.addEventListener(name.slice(2), value);
    else if (name === 'class') el.className = value;
    else if (name in el && name !== 'list' && !name.startsWith('aria')) el[name] = value;
    else el.setAttribute(name, value === true ? '' : value);
  }
  el.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

/** Puts children in place of what an element holds. */
export function fill(el, ...children) {
  el.replaceChildren(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  return el;
}

/** Says something that goes away by itself, or when the next but one is said. */
export function toast(text, bad = false) {
  const box = h('p', { class: bad ? 'toast bad' : 'toast' }, text);
  const all = document.getElementById('toasts');
  while (all.children.length > 1) all.firstChild.remove();
  all.append(box);
  setTimeout(() => box.remove(), bad ? 8000 : 4000);
}

/** A button that asks once more before it does what cannot be undone. */
export function sureButton(label, sure, act) {
  const button = h('button', { type: 'button', class: 'danger' }, label);
  let armed = 0;
  button.addEventListener('click', () => {
    if (button.textContent === sure) {
      clearTimeout(armed);
      button.textContent = label;
      act();
      return;
    }
    button.textContent = sure;
    armed = setTimeout(() => (button.textContent = label), 4000);
  });
  return button;
}

/** A label with its control below. */
export function labelled(text, control, hint) {
  return h(
    'label',
    { class: 'field' },
    h('span', { class: 'label' }, text),
    control,
    hint && h('small', {}, hint),
  );
}

/** JSON with its parts coloured; very long text is cut. */
export function json(value, limit = 200_000) {
  let text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const cut = text.length - limit;
  if (cut > 0) text = text.slice(0, limit);
  const pre = h('pre', { class: 'json', tabIndex: 0 });
  const parts =
    /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let at = 0;
  for (const m of text.matchAll(parts)) {
    if (m.index > at) pre.append(text.slice(at, m.index));
    const kind = m[2] ? 'key' : m[1] ? 'text' : m[3] ? 'word' : 'number';
    pre.append(h('span', { class: kind }, m[1] ?? m[0]), m[2] ?? '');
    at = m.index + m[0].length;
  }
  pre.append(text.slice(at));
  if (cut > 0) pre.append(`\n… ${cut.toLocaleString('en')} more characters`);
  return pre;
}

/** Copies text; tells where the browser does not let it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied.');
  } catch {
    toast('The browser does not let this page copy.', true);
  }
}

/** Bytes for people. */
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** A moment for people, to the second, as its own zone writes it. */
export function moment(text) {
  return text.replace('T', ' ').replace(/\.\d+/, '').replace('Z', ' UTC');
}
