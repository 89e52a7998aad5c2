import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TextInput, useForm } from '@/components/forms';
import { MantineRoot } from './MantineRoot';

function Form() {
  const form = useForm({
    initialValues: { note: '', first: '', second: '' },
    validate: ({ first, second }): Record<string, string> => ({
      ...(second === '' && { second: 'Gerekli' }),
      ...(first === '' && { first: 'Gerekli' }),
    }),
  });
  return (
    <form onSubmit={form.onSubmit(() => undefined)}>
      <TextInput label="Not" {...form.getInputProps('note')} />
      <TextInput label="İlk" {...form.getInputProps('first')} />
      <TextInput label="İkinci" {...form.getInputProps('second')} />
      <button type="submit">Gönder</button>
    </form>
  );
}

it('focuses the first invalid field in document order', async () => {
  render(<Form />, { wrapper: MantineRoot });
  await userEvent.click(screen.getByRole('button', { name: 'Gönder' }));
  expect(screen.getByLabelText('İlk')).toHaveFocus();
  await userEvent.keyboard('a');
  await userEvent.click(screen.getByRole('button', { name: 'Gönder' }));
  expect(screen.getByLabelText('İkinci')).toHaveFocus();
});
