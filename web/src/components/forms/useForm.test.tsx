import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TextInput, useForm } from '@/components/forms';
import { MantineRoot } from './MantineRoot';

const onRefuse = vi.fn();

function Form({ refused }: { refused?: string }) {
  const form = useForm({
    initialValues: { note: '', first: '', second: '', fields: { phone: '532' } },
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
      <TextInput label="Telefon" {...form.getInputProps('fields.phone')} />
      <button type="submit">Gönder</button>
      <button type="button" onClick={() => onRefuse(form.refuse(refused, 'Hatalı'))}>
        Reddet
      </button>
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

it('shows a refusal at a field within others and moves the focus there', async () => {
  render(<Form refused="fields.phone" />, { wrapper: MantineRoot });
  await userEvent.click(screen.getByRole('button', { name: 'Reddet' }));
  expect(onRefuse).toHaveBeenLastCalledWith(true);
  expect(screen.getByLabelText('Telefon')).toHaveFocus();
  expect(screen.getByLabelText('Telefon')).toHaveAccessibleDescription('Hatalı');
});

it.each([undefined, 'phone', 'fields.email', 'fields.phone.length', 'constructor', 'fields.'])(
  'refuses no field %s that it does not have',
  async (refused) => {
    render(<Form refused={refused} />, { wrapper: MantineRoot });
    await userEvent.click(screen.getByRole('button', { name: 'Reddet' }));
    expect(onRefuse).toHaveBeenLastCalledWith(false);
    expect(screen.queryByText('Hatalı')).toBeNull();
  },
);
