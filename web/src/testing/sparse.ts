import { callShapes, compileSchemas, readContract } from '../../scripts/contract-schemas';
import type { CallName } from '@/contracts/calls';
import { examples } from '@/contracts/examples';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

const contracts = '../contracts';
const shapes = callShapes(contracts);
const violations = compileSchemas(contracts);

/** Returns the schema of a reference such as `common.json#/$defs/Money`, with full references. */
function definition(reference: string): Schema {
  const [file = '', name = ''] = reference.split('#/$defs/');
  const { $defs } = readContract<{ $defs: Record<string, Schema> }>(contracts, 'schemas', file);
  const text = JSON.stringify($defs[name]).replaceAll('"#/$defs/', `"${file}#/$defs/`);
  return JSON.parse(text) as Schema;
}

const isNull = ({ type }: Schema) =>
  type === 'null' || (Array.isArray(type) && type.includes('null'));

/** Returns a value without nullable or, with `absent`, optional parts of its schema. */
function strip(schema: Schema, value: unknown, absent: null | undefined): unknown {
  if (schema.$ref) return strip(definition(schema.$ref), value, absent);
  const variants = schema.anyOf ?? schema.oneOf;
  if (isNull(schema) || variants?.some(isNull)) return null;
  if (variants) {
    const fits = variants.find(({ $ref }) => $ref && violations($ref, value) === '');
    return fits ? strip(fits, value, absent) : value;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => strip(items, item, absent)) : (value as unknown);
  }
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? strip(field, (value as never)[name], absent) : absent,
  ]);
  return { ...value, ...(Object.fromEntries(fields) as object) };
}

/**
 * Returns the data of a call's first successful example without nullable and optional values.
 * Absent fields are `absent`, because platforms also send null.
 */
export function sparseExample(name: CallName, absent: null | undefined): never {
  const { answer = '' } = shapes.get(name) ?? {};
  const example = examples[name].find(({ result }) => result);
  return strip(definition(answer), example?.answer.data, absent) as never;
}
