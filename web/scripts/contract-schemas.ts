import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

const base = 'https://contracts.invalid/schemas/';

interface Schema {
  properties?: Record<string, unknown>;
}

/** The definitions of a call's request and response data, as calls.yaml refers to them. */
export interface CallShape {
  request: string;
  answer: string;
}

/** Reads a JSON file of the directory contracts/. */
export const readContract = <T>(contracts: string, ...path: string[]): T =>
  JSON.parse(readFileSync(join(contracts, ...path), 'utf8')) as T;

/** Returns the shapes of all calls in calls.yaml, except the server's own. */
export function callShapes(contracts: string): Map<string, CallShape> {
  const [text = ''] = readFileSync(join(contracts, 'calls.yaml'), 'utf8').split(/^server_calls:/m);
  const row = /^ {2}(\w+\/\w+):\n((?: {4}.*\n)+)/gm;
  const found = new Map<string, CallShape>();
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

/** Returns the validator of ajv, with the formats and keywords of the contract. */
function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  ajv.addFormat('money', {
    type: 'number',
    validate: (amount) => /^-?\d+(\.\d{1,2})?$/.test(String(amount)),
  });
  ajv.addFormat('day', isDay);
  ajv.addFormat('moment', isMoment);
  ajv.addFormat('day-or-moment', (text) => isDay(text) || isMoment(text));
  ajv.addFormat('new-password', (text) => /\p{Lu}/u.test(text) && /[0-9]/.test(text));
  // The server sanitises values of these formats instead of refusing them.
  ajv.addFormat('html', true);
  ajv.addFormat('link', true);
  ajv.addVocabulary(['x-target', 'x-json', 'x-width']);
  ajv.addKeyword({
    keyword: 'x-same',
    type: 'object',
    validate: (pairs: Record<string, string>, data: Record<string, unknown>) =>
      Object.entries(pairs).every(([field, other]) => data[field] === data[other]),
  });
  return ajv;
}

/**
 * Compiles the schemas of contracts/, with `Lang` in each of `requests`. Returns a function that
 * checks a value against a definition. It returns '' or the place and reason of a violation.
 */
export function compileSchemas(contracts: string, requests: Iterable<string> = []) {
  const ajv = newValidator();
  const wanted = new Set(requests);
  for (const file of readdirSync(join(contracts, 'schemas'))) {
    const doc = readContract<{ $defs: Record<string, Schema> }>(contracts, 'schemas', file);
    for (const [name, schema] of Object.entries(doc.$defs)) {
      if (!wanted.has(`${file}#/$defs/${name}`)) continue;
      schema.properties = {
        ...schema.properties,
        Lang: { $ref: `${base}common.json#/$defs/Lang` },
      };
    }
    ajv.addSchema(doc, base + file);
  }
  return (definition: string, value: unknown): string => {
    const validate = ajv.getSchema(base + definition);
    if (!validate) throw new Error(`definition ${definition} does not exist`);
    return validate(value) ? '' : (validate.errors ?? []).map(describe).join('; ');
  };
}

const describe = ({ instancePath, message = '' }: ErrorObject) =>
  `${instancePath || '/'} ${message}`;
