import { expect, it } from 'vitest';
import { createRefusals } from './refusals';

it('reports a refusal until the value changes or the form is sent again', () => {
  const refusals = createRefusals();
  refusals.add('username', 'demo', 'Alınmış');
  expect(refusals.of({ username: 'demo', email: '' })).toEqual({ username: 'Alınmış' });
  expect(refusals.of({ username: 'demo2' })).toEqual({});
  expect(refusals.of({ username: 'demo' })).toEqual({ username: 'Alınmış' });
  refusals.clear();
  expect(refusals.of({ username: 'demo' })).toEqual({});
});

it('reports the refusal of a field within others by its path', () => {
  const refusals = createRefusals();
  refusals.add('fields.phone', '532', 'Hatalı');
  expect(refusals.of({ phone: '532', fields: { phone: '532' } })).toEqual({
    'fields.phone': 'Hatalı',
  });
  expect(refusals.of({ phone: '532', fields: { phone: '533' } })).toEqual({});
  expect(refusals.of({ fields: {} })).toEqual({});
});
