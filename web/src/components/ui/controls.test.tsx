import { useState, type FormEvent } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '@/lib/i18n/i18n';
import { Button } from './Button/Button';
import { ChipLink, Chips } from './Chip/Chip';
import { CodeInput, type CodeInputProps } from './CodeInput/CodeInput';
import { Tabs } from './Tabs/Tabs';

const inRouter = { wrapper: MemoryRouter };

function Code(props: Pick<CodeInputProps, 'onComplete' | 'busy' | 'invalid'>) {
  const [value, setValue] = useState('');
  return <CodeInput length={6} label="Kod" value={value} onChange={setValue} {...props} />;
}

describe('Chips', () => {
  const row = (at: string) => (
    <Chips label="Oyunlar">
      {['a', 'b'].map((name) => (
        <ChipLink key={name} to={`/${name}`} current={name === at}>
          {name}
        </ChipLink>
      ))}
    </Chips>
  );

  it('reveal the current chip once and keep a manual scroll position', () => {
    // The row is 200 px wide. The first chip is inside, and the second is beyond its end.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const [left, width] = { a: [0, 80], b: [260, 80] }[this.textContent] ?? [0, 200];
      return new DOMRect(left, 0, width, 40);
    });
    const { rerender } = render(row('a'), inRouter);
    const group = screen.getByRole('group', { name: 'Oyunlar' });
    expect(group.scrollLeft).toBe(0);
    rerender(row('b'));
    expect(group.scrollLeft).toBe(200);
    group.scrollLeft = 0;
    rerender(row('b'));
    expect(group.scrollLeft).toBe(0);
  });
});

it('Button ignores clicks while busy, keeps the focus and does not submit its form', async () => {
  const click = vi.fn();
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={sent}>
      <Button type="submit" busy={busy} onClick={click}>
        Kaydet
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const save = screen.getByRole('button', { name: 'Kaydet' });
  await userEvent.click(save);
  rerender(form(true));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(save);
  expect(save).toHaveFocus();
  expect(sent).toHaveBeenCalledTimes(1);
  expect(click).toHaveBeenCalledTimes(1);
});

describe('CodeInput', () => {
  /** Returns the boxes of a code and the mock of its completion. */
  const setup = () => {
    const complete = vi.fn();
    const { rerender } = render(<Code onComplete={complete} />);
    const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
    return { complete, rerender, boxes, user: userEvent.setup({ delay: null }) };
  };

  it('accepts digits only, deletes them by Backspace and completes once at the last one', async () => {
    const { complete, boxes, user } = setup();
    await user.click(boxes[0]!);
    await user.keyboard('1a2{Backspace}');
    expect(boxes.map((box) => box.value).join('')).toBe('1');
    await user.keyboard('2345');
    expect(complete).not.toHaveBeenCalled();
    await user.keyboard('6');
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it.each([
    ['the digit that is already there', '1', '123', 1],
    ['another digit', '٥', '523', 1],
    ['no digit', 'a', '123', 0],
    ['Delete', '{Delete}', '23', 0],
    ['Backspace', '{Backspace}', '23', 0],
  ])('continues after %s is typed into a filled box', async (_, keys, code, focused) => {
    const { boxes, user } = setup();
    await user.click(boxes[0]!);
    await user.keyboard('123');
    await user.click(boxes[0]!);
    boxes[0]!.select();
    await user.keyboard(keys);
    expect(boxes.map((box) => box.value).join('')).toBe(code);
    expect(boxes[focused]).toHaveFocus();
  });

  it('deletes the digit of a box that a soft keyboard clears', () => {
    const { boxes } = setup();
    fireEvent.input(boxes[0]!, { target: { value: '123' } });
    fireEvent.input(boxes[1]!, { target: { value: '' } });
    expect(boxes.map((box) => box.value).join('')).toBe('13');
  });

  it('accepts a pasted code with separators, and focuses the first box once it is rejected', async () => {
    const { complete, rerender, boxes, user } = setup();
    await user.click(boxes[2]!);
    await user.paste('12 34-56');
    expect(complete.mock.calls).toEqual([['123456']]);
    await user.click(boxes[5]!);
    rerender(<Code onComplete={() => undefined} invalid />);
    expect(boxes[0]).toHaveFocus();
  });

  it('ignores input while busy and keeps the focus', async () => {
    const { complete, rerender, boxes, user } = setup();
    await user.click(boxes[0]!);
    rerender(<Code onComplete={complete} busy />);
    await user.keyboard('1');
    await user.paste('123456');
    expect(boxes[0]).toHaveFocus();
    expect(boxes[0]).toHaveValue('');
    expect(complete).not.toHaveBeenCalled();
  });
});

describe('Tabs', () => {
  const tabs = [
    { key: 'a', title: 'Aktif' },
    { key: 'b', title: 'Yakında' },
    { key: 'c', title: 'Biten' },
  ] as const;
  function ThreeTabs() {
    const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
    return (
      <Tabs label="Durum" tabs={tabs} value={value} onChange={setValue}>
        {value}
      </Tabs>
    );
  }

  it.each([
    ['tr', '{ArrowRight}', '{ArrowLeft}'],
    ['ar', '{ArrowLeft}', '{ArrowRight}'],
  ] as const)(
    'are selected by the arrow keys of %s, wrap around and have one tab stop',
    async (language, next, previous) => {
      await changeLanguage(language);
      render(<ThreeTabs />);
      const user = userEvent.setup({ delay: null });
      await user.tab();
      await user.keyboard(next);
      expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Yakında');
      expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
      await user.keyboard(previous + previous);
      expect(screen.getByRole('tabpanel')).toHaveTextContent('c');
    },
  );
});
