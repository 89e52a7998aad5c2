import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { calls, type CallName } from './calls';
import { examples } from './examples';

const contracts = join(import.meta.dirname, '../../../contracts');
const base = 'https://contracts.invalid/schemas/';

interface Schema {
  properties?: Record<string, unknown>;
  'x-same'?: Record<string, string>;
}

interface Envelope {
  result: boolean;
  message: string;
  data: unknown;
  code: number;
  debug: string | null;
  pagination: unknown;
}

interface RawExample {
  name: string;
  data: Record<string, unknown>;
  answer: Envelope;
}

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(contracts, ...path), 'utf8')) as T;
}

/** The request and answer definition of every call, as calls.yaml refers to them. */
function references(): Map<string, { request: string; answer: string }> {
  const text = readFileSync(join(contracts, 'calls.yaml'), 'utf8');
  const row = /^ {2}(\w+\/\w+):\n((?: {4}.*\n)+)/gm;
  const found = new Map<string, { request: string; answer: string }>();
  for (const [, name = '', body = ''] of text.matchAll(row)) {
    const of = (key: string) => new RegExp(`^ {4}${key}: (.+)$`, 'm').exec(body)?.[1] ?? '';
    found.set(name, { request: of('request'), answer: of('answer') });
  }
  return found;
}

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
};
const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) && isDay(text.slice(0, 10));

/** The schemas compiled, with the formats of the contract and Lang in every request. */
function compile(requests: Iterable<string>) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  ajv.addFormat('money', {
    type: 'number',
    validate: (amount) => /^-?\d+(\.\d{1,2})?$/.test(String(amount)),
  });
  ajv.addFormat('day', isDay);
  ajv.addFormat('moment', isMoment);
  ajv.addFormat('day-or-moment', (text) => isDay(text) || isMoment(text));
  ajv.addFormat('new-password', (text) => /\p{Lu}/u.test(text) && /[0-9]/.test(text));
  // What the server sanitises instead of refusing it, and how.
  ajv.addFormat('html', true);
  ajv.addFormat('link', true);
  ajv.addVocabulary(['x-target', 'x-json']);
  ajv.addKeyword({
    keyword: 'x-same',
    type: 'object',
    validate: (pairs: Record<string, string>, data: Record<string, unknown>) =>
      Object.entries(pairs).every(([field, other]) => data[field] === data[other]),
  });
  const wanted = new Set(requests);
  for (const file of readdirSync(join(contracts, 'schemas'))) {
    const doc = readJson<{ $defs: Record<string, Schema> }>('schemas', file);
    for (const [name, schema] of Object.entries(doc.$defs)) {
      if (!wanted.has(`${file}#/$defs/${name}`)) continue;
      schema.properties = {
        ...schema.properties,
        Lang: { $ref: `${base}common.json#/$defs/Lang` },
      };
    }
    ajv.addSchema(doc, base + file);
  }
  return (reference: string, value: unknown): string => {
    const validate = ajv.getSchema(base + reference);
    if (!validate) throw new Error(`${reference} leads nowhere`);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}

const shapes = references();
const check = compile([...shapes.values()].map((shape) => shape.request));

describe('the examples of the contract', () => {
  it('are there for every call of the generated table', () => {
    expect([...shapes.keys()].sort()).toEqual(Object.keys(calls).sort());
  });

  for (const [call, shape] of shapes) {
    const written = readJson<RawExample[]>('examples', `${call}.json`);

    it(`${call}: the generated fixtures are the files`, () => {
      const fixtures = examples[call as CallName].map(({ name, data, answer }) => ({
        name,
        data,
        answer,
      }));
      expect(fixtures).toEqual(written);
    });

    for (const { name, data, answer } of written) {
      it(`${call}: ${name}`, () => {
        expect(check('common.json#/$defs/AnswerEnvelope', answer)).toBe('');
        const refused = answer.debug === 'invalid payload';
        expect(check(shape.request, data) !== '').toBe(refused);
        if (!answer.result) return;
        expect(check(shape.answer, answer.data)).toBe('');
        expect(answer.pagination !== null).toBe(calls[call as CallName].paginated);
      });
    }
  }
});
