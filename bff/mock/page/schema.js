// Schemas for people: a table of fields, what they refer to folded in below them.

import { h, json } from './dom.js';
import { app } from './api.js';

const named = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** What a schema refers to, itself where it refers to nothing. What stands beside a reference wins. */
function resolved(schema) {
  let out = schema;
  for (let depth = 0; out?.$ref && depth < 8; depth++) {
    const { $ref, ...beside } = out;
    out = { ...app.contract.schemas[named($ref)], ...beside };
  }
  return out ?? {};
}

/** The type in a word or two. */
function typeOf(schema) {
  const s = resolved(schema);
  if (s.const !== undefined) return JSON.stringify(s.const);
  if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(' | ');
  for (const any of [s.anyOf, s.oneOf]) if (any) return any.map(typeOf).join(' or ');
  if (s.type === 'array') return `list of ${s.items ? typeOf(s.items) : 'anything'}`;
  if (Array.isArray(s.type)) return s.type.join(' or ');
  if (s.type === 'object' && schema.$ref) return named(schema.$ref);
  return s.type ?? 'anything';
}

const bounds = [
  ['default', 'default'],
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'length from'],
  ['maxLength', 'length to'],
  ['minItems', 'items from'],
  ['maxItems', 'items to'],
  ['format', 'format'],
  ['pattern', 'pattern'],
];

function rules(schema) {
  const s = resolved(schema);
  return bounds
    .filter(([key]) => s[key] !== undefined && s[key] !== Number.MAX_SAFE_INTEGER)
    .map(([key, word]) =>
      h(
        'span',
        { class: 'rule' },
        `${word} `,
        h('code', {}, key === 'pattern' || key === 'format' ? s[key] : JSON.stringify(s[key])),
      ),
    );
}

/** The object that a schema is, or holds, with its name; undefined where it holds none. */
function inner(schema) {
  const s = resolved(schema);
  if (s.properties) return { schema: s, name: schema.$ref ? named(schema.$ref) : '' };
  if (s.items) return inner(s.items);
  for (const part of [...(s.anyOf ?? []), ...(s.oneOf ?? []), ...(s.allOf ?? [])]) {
    const found = inner(part);
    if (found) return found;
  }
  return undefined;
}

function fields(schema, above) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties).map(([name, field]) => {
    const s = resolved(field);
    const below = inner(field);
    return h(
      'li',
      { class: 'row' },
      h(
        'div',
        { class: 'head' },
        h('code', { class: 'name' }, name),
        h('span', { class: 'type' }, typeOf(field)),
        required.has(name) && h('span', { class: 'chip must' }, 'required'),
      ),
      s.description && h('p', {}, s.description),
      rules(field).length > 0 && h('p', { class: 'rules' }, rules(field)),
      below && !above.includes(below.schema.properties) && folded(below, above),
    );
  });
  return h('ul', { class: 'schema' }, rows);
}

/** What lies within a field is made once somebody opens it. */
function folded(below, above) {
  const box = h(
    'details',
    { class: 'within' },
    h('summary', {}, below.name ? `Fields of ${below.name}` : 'Its fields'),
  );
  box.addEventListener('toggle', () => {
    if (box.open && box.children.length === 1)
      box.append(fields(below.schema, [...above, below.schema.properties]));
  });
  return box;
}

/** A named schema: what it is, its fields, and how it is written. */
export function schemaView(name) {
  const written = app.contract.schemas[name];
  const self = { $ref: '#/' + name };
  const s = resolved(self);
  const object = inner(self);
  const lang = s.properties && name.endsWith('Request') ? { Lang: { $ref: '#/Lang' } } : {};
  const shown = object && {
    ...object.schema,
    properties: { ...object.schema.properties, ...lang },
  };
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'muted' },
      h('code', {}, name),
      ' · ',
      typeOf(self) === name ? 'object' : typeOf(self),
    ),
    s.description && h('p', {}, s.description),
    shown && Object.keys(shown.properties).length > 0
      ? fields(shown, [shown.properties])
      : h('p', { class: 'muted' }, shown ? 'No fields.' : ''),
    h('details', { class: 'within' }, h('summary', {}, 'As written'), json(written)),
  );
}
