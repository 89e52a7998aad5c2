import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callShapes, compileSchemas, readContract } from '../../scripts/contract-schemas';
import { calls, type CallName } from './calls';
import { examples } from './examples';

const contracts = join(import.meta.dirname, '../../../contracts');

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

const shapes = callShapes(contracts);
const check = compileSchemas(
  contracts,
  [...shapes.values()].map((shape) => shape.request),
);

it('the examples of the contract are there for every call of the generated table', () => {
  expect([...shapes.keys()].sort()).toEqual(Object.keys(calls).sort());
});

it.each([...shapes])(
  'the examples of the contract %s: are the generated fixtures and keep to the schemas',
  (call, shape) => {
    const written = readContract<RawExample[]>(contracts, 'examples', `${call}.json`);
    const fixtures = examples[call as CallName].map(({ name, data, answer }) => ({
      name,
      data,
      answer,
    }));
    expect(fixtures).toEqual(written);

    for (const { name, data, answer } of written) {
      expect(check('common.json#/$defs/AnswerEnvelope', answer), name).toBe('');
      const refused = answer.debug === 'invalid payload';
      expect(check(shape.request, data) !== '', name).toBe(refused);
      if (!answer.result) continue;
      expect(check(shape.answer, answer.data), name).toBe('');
      expect(answer.pagination !== null, name).toBe(calls[call as CallName].paginated);
    }
  },
);
