import { useState, type FormEvent } from 'react';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '@/lib/i18n';
import { toasts } from '@/lib/toast';
import {
  Avatar,
  Button,
  ChipLink,
  Chips,
  CodeInput,
  type CodeInputProps,
  CountBadge,
  DataList,
  Dialog,
  ErrorState,
  IconButton,
  LoadMore,
  Menu,
  Money,
  Pagination,
  Tabs,
  TableTile,
  Tile,
  Toaster,
} from '@/components/ui';

const inRouter = { wrapper: MemoryRouter };

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
    // The row is 200 px wide; the first chip is inside and the second beyond its end.
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
    vi.restoreAllMocks();
  });
});

describe('Button', () => {
  it('ignores clicks while busy', async () => {
    const click = vi.fn();
    render(
      <Button busy onClick={click}>
        Kaydet
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Kaydet' }));
    expect(click).not.toHaveBeenCalled();
  });

  it('keeps the focus while busy and does not submit its form', async () => {
    const sent = vi.fn((event: FormEvent) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={sent}>
        <Button type="submit" busy={busy}>
          Kaydet
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    const save = screen.getByRole('button', { name: 'Kaydet' });
    await userEvent.click(save);
    rerender(form(true));
    await userEvent.keyboard('{Enter}');
    expect(save).toHaveFocus();
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('with only an icon has an accessible name', () => {
    render(<IconButton label="Ara" icon={<svg />} />);
    expect(screen.getByRole('button', { name: 'Ara' })).toBeVisible();
  });
});

describe('Money', () => {
  it('is formatted by language and brand', async () => {
    const { container, rerender } = render(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('1.234,50 TL');
    await act(() => changeLanguage('en'));
    rerender(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('1,234.50 TL');
  });

  it('shows a dash while the amount is unknown', () => {
    const { container } = render(<Money amount={undefined} />);
    expect(container).toHaveTextContent('–');
  });

  it('shows the sign of gains', () => {
    const { container } = render(<Money amount={5} signed />);
    expect(container).toHaveTextContent('+5,00 TL');
  });
});

function Code(props: Pick<CodeInputProps, 'onComplete' | 'busy' | 'invalid'>) {
  const [value, setValue] = useState('');
  return <CodeInput length={6} label="Kod" value={value} onChange={setValue} {...props} />;
}

describe('CodeInput', () => {
  it('moves to the next box and completes once at the last digit', async () => {
    const complete = vi.fn();
    render(<Code onComplete={complete} />);
    const user = userEvent.setup();
    await user.click(screen.getAllByRole('textbox')[0]!);
    await user.keyboard('12345');
    expect(complete).not.toHaveBeenCalled();
    await user.keyboard('6');
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it('accepts a pasted code with separators', async () => {
    const complete = vi.fn();
    render(<Code onComplete={complete} />);
    const user = userEvent.setup();
    await user.click(screen.getAllByRole('textbox')[2]!);
    await user.paste('12 34-56');
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it('focuses the first box after a rejected code', async () => {
    const { rerender } = render(<Code onComplete={() => undefined} />);
    const boxes = screen.getAllByRole('textbox');
    await userEvent.click(boxes[5]!);
    rerender(<Code onComplete={() => undefined} invalid />);
    expect(boxes[0]).toHaveFocus();
  });

  it('ignores input while busy and keeps the focus', async () => {
    const complete = vi.fn();
    const { rerender } = render(<Code onComplete={complete} />);
    const box = screen.getAllByRole<HTMLInputElement>('textbox')[0]!;
    await userEvent.click(box);
    rerender(<Code onComplete={complete} busy />);
    await userEvent.keyboard('1');
    await userEvent.paste('123456');
    expect(box).toHaveFocus();
    expect(box.value).toBe('');
    expect(complete).not.toHaveBeenCalled();
  });

  it('accepts digits only and deletes them by Backspace', async () => {
    const complete = vi.fn();
    render(<Code onComplete={complete} />);
    const user = userEvent.setup();
    const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
    await user.click(boxes[0]!);
    await user.keyboard('1a2{Backspace}');
    expect(boxes.map((box) => box.value).join('')).toBe('1');
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

  it('are selected by arrow keys, wrap around and have one tab stop', async () => {
    render(<ThreeTabs />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Yakında');
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('c');
  });

  it('reverse the arrow keys in right-to-left languages', async () => {
    await changeLanguage('ar');
    render(<ThreeTabs />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('b');
  });
});

describe('Dialog', () => {
  it('restores the focus to its opener', async () => {
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Aç</Button>
          <Dialog open={open} onClose={() => setOpen(false)} title="Başlık">
            İçerik
          </Dialog>
        </>
      );
    }
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Aç' });
    await userEvent.click(opener);
    await userEvent.click(screen.getByRole('button', { name: 'Kapat' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('closes by its button and by Escape unless it is persistent', async () => {
    const close = vi.fn();
    const { rerender } = render(
      <Dialog open onClose={close} title="Başlık">
        İçerik
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Başlık' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Kapat' }));
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(close).toHaveBeenCalledTimes(2);
    rerender(
      <Dialog open persistent onClose={close} title="Başlık">
        İçerik
      </Dialog>,
    );
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(close).toHaveBeenCalledTimes(2);
  });
});

describe('Menu', () => {
  it('opens by its button and closes by Escape, which restores the focus', async () => {
    render(
      <Menu
        trigger={(props) => (
          <button type="button" {...props}>
            Hesabım
          </button>
        )}
      >
        <a href="#x">Profil</a>
      </Menu>,
      inRouter,
    );
    const user = userEvent.setup();
    const button = screen.getByRole('button', { name: 'Hesabım' });
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(button);
    expect(screen.getByRole('link', { name: 'Profil' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link')).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('Tile', () => {
  it('links to the game and its demo and toggles the favourite', async () => {
    const toggle = vi.fn();
    render(
      <Tile
        to="/play/slot/1"
        demoTo="/play/slot/1?demo=1"
        image="/a.svg"
        name="Nar Bahçesi"
        provider="Anka"
        favorite={{ active: true, onToggle: toggle }}
      />,
      inRouter,
    );
    expect(screen.getByRole('link', { name: 'Nar Bahçesi' })).toHaveAttribute(
      'href',
      '/play/slot/1',
    );
    expect(screen.getByRole('link', { name: /demosunu/ })).toBeInTheDocument();
    const heart = screen.getByRole('button', { name: 'Nar Bahçesi: favori', pressed: true });
    await userEvent.click(heart);
    expect(toggle).toHaveBeenCalledOnce();
  });

  it('of a table shows dealer, limits and seats', () => {
    render(
      <TableTile
        to="/play/live/1"
        image="/a.svg"
        name="Rulet"
        dealer="Elif"
        limits="5 TL – 5.000 TL"
        seats={7}
        seatsTaken={3}
        open
      />,
      inRouter,
    );
    expect(screen.getByRole('article')).toHaveTextContent(
      /Rulet.*Elif.*5 TL – 5.000 TL.*Canlı.*3\/7/,
    );
  });
});

describe('states', () => {
  it('an error shows the server’s message, the request id and a retry button', async () => {
    const retry = vi.fn();
    render(<ErrorState error={{ message: 'Olmadı', requestId: 'req-7' }} onRetry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent(/Olmadı.*req-7/);
    await userEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('a count badge is empty for zero and limited to 99+', () => {
    const { container, rerender } = render(<CountBadge count={0} label="okunmamış" />);
    expect(container).toBeEmptyDOMElement();
    rerender(<CountBadge count={120} label="120 okunmamış" />);
    expect(container).toHaveTextContent('99+');
  });

  it('an avatar shows the initials of the name, else of the username', () => {
    const { container, rerender } = render(
      <Avatar firstname="Deniz" lastname="Kaya" username="demo" />,
    );
    expect(container).toHaveTextContent('DK');
    rerender(<Avatar firstname="" lastname="" username="demo" />);
    expect(container).toHaveTextContent('de');
  });
});

describe('lists', () => {
  it('label their columns and cells', () => {
    render(
      <DataList
        caption="İşlemler"
        items={[{ id: 1, amount: 5 }]}
        keyOf={(item) => item.id}
        columns={[{ key: 'amount', title: 'Tutar', cell: (item) => item.amount }]}
      />,
    );
    expect(screen.getByRole('table', { name: 'İşlemler' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '5' })).toHaveAttribute('data-title', 'Tutar');
  });

  it('show their position and a button until all items are loaded', () => {
    const more = { shown: 48, total: 96, busy: false, onMore: () => undefined };
    const { rerender } = render(<LoadMore {...more} />);
    expect(screen.getByRole('status')).toHaveTextContent('96 kayıttan 48');
    expect(screen.getByRole('button')).toBeVisible();
    rerender(<LoadMore {...more} shown={96} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('change pages within their bounds', async () => {
    const onOffset = vi.fn();
    render(<Pagination limit={10} offset={0} total={25} onOffset={onOffset} />);
    expect(screen.getByText('Sayfa 1 / 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Önceki sayfa' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Sonraki sayfa' }));
    expect(onOffset).toHaveBeenCalledWith(10);
  });
});

describe('Toaster', () => {
  it('shows toasts inside the topmost modal dialog, as the page around it is inert', async () => {
    const { rerender } = render(
      <>
        <Toaster />
        <Dialog open onClose={() => undefined} title="Başlık">
          İçerik
        </Dialog>
      </>,
    );
    act(() => void toasts.show({ kind: 'negative', message: 'Sorun var', timeout: 0 }));
    expect(await within(screen.getByRole('dialog')).findByText('Sorun var')).toBeInTheDocument();
    rerender(<Toaster />);
    expect(await screen.findByText('Sorun var')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a toast with its request id until it is dismissed', async () => {
    render(<Toaster />);
    act(() => void toasts.show({ kind: 'negative', message: 'Olmadı', requestId: 'req-9' }));
    expect(await screen.findByText('Olmadı')).toBeInTheDocument();
    expect(screen.getByText('req-9')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Kapat' }));
    expect(screen.queryByText('Olmadı')).toBeNull();
  });
});
