// Schemas as lists of fields; the schemas of fields are folded in below them.
import { app } from './api.js';
import { chip, details, el, json, muted } from './parts.js';

const nameOf = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** resolved follows a schema's references. What stands beside a reference takes precedence. */
function resolved(schema) {
  let out = schema;
  for (let depth = 0; out?.$ref && depth < 8; depth++) {
    const { $ref, ...beside } = out;
    out = { ...app.contract.schemas[nameOf($ref)], ...beside };
  }
  return out ?? {};
}

/** typeOf gives the type in a word or two. */
function typeOf(schema) {
  const s = resolved(schema);
  if (s.const !== undefined) return JSON.stringify(s.const);
  if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(' | ');
  for (const any of [s.anyOf, s.oneOf]) if (any) return any.map(typeOf).join(' or ');
  if (s.type === 'array') return `list of ${s.items ? typeOf(s.items) : 'anything'}`;
  if (Array.isArray(s.type)) return s.type.join(' or ');
  if (s.type === 'object' && schema.$ref) return nameOf(schema.$ref);
  return s.type ?? 'anything';
}

const bounds = {
  default: 'default',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'length from',
  maxLength: 'length to',
  minItems: 'items from',
  maxItems: 'items to',
  format: 'format',
  pattern: 'pattern',
};

function rules(schema) {
  const s = resolved(schema);
  return Object.entries(bounds)
    .filter(([key]) => s[key] !== undefined && s[key] !== Number.MAX_SAFE_INTEGER)
    .map(([key, word]) => {
      const text = key === 'pattern' || key === 'format' ? s[key] : JSON.stringify(s[key]);
      return el('span.rule', `${word} `, el('code', text));
    });
}

/** inner gives the object schema that a schema is, or contains, and its name; undefined without one. */
function inner(schema) {
  const s = resolved(schema);
  if (s.properties) return { schema: s, name: schema.$ref ? nameOf(schema.$ref) : '' };
  if (s.items) return inner(s.items);
  for (const part of [...(s.anyOf ?? []), ...(s.oneOf ?? []), ...(s.allOf ?? [])]) {
    const found = inner(part);
    if (found) return found;
  }
  return undefined;
}

/** fields lists an object's fields; above are the objects around it, which it may contain again. */
function fields(schema, above) {
  const required = new Set(schema.required ?? []);
  const path = [...above, schema.properties];
  const rows = Object.entries(schema.properties).map(([name, field]) => {
    const { description } = resolved(field);
    const bounds = rules(field);
    const below = inner(field);
    return el(
      'li.row',
      el(
        'div.head',
        el('code.name', name),
        el('span.type', typeOf(field)),
        required.has(name) && chip('required', '.must'),
      ),
      description && el('p', description),
      bounds.length > 0 && el('p.rules', bounds),
      below &&
        !path.includes(below.schema.properties) &&
        details('.within', below.name ? `Fields of ${below.name}` : 'Its fields', () =>
          fields(below.schema, path),
        ),
    );
  });
  return el('ul.schema', rows);
}

/** schemaView shows a named schema: its description, its fields, and its source. */
export function schemaView(name) {
  const self = { $ref: '#/' + name };
  const { description, properties } = resolved(self);
  const object = inner(self);
  const lang = properties && name.endsWith('Request') ? { Lang: { $ref: '#/Lang' } } : {};
  const shown = object && {
    ...object.schema,
    properties: { ...object.schema.properties, ...lang },
  };
  const type = typeOf(self);
  return el(
    'div',
    muted(el('code', name), ' · ', type === name ? 'object' : type),
    description && el('p', description),
    shown && Object.keys(shown.properties).length > 0
      ? fields(shown, [])
      : muted(shown ? 'No fields.' : ''),
    details('.within', 'As written', () => json(app.contract.schemas[name])),
  );
}
