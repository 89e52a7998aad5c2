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
  const strip = (at: string) => (
    <Chips label="Oyunlar">
      {['a', 'b'].map((name) => (
        <ChipLink key={name} to={`/${name}`} on={name === at}>
          {name}
        </ChipLink>
      ))}
    </Chips>
  );

  it('show where one is, once: a strip that was scrolled by hand stays so', () => {
    // The strip is 200 px wide, the first chip in it and the second beyond its end.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const [left, width] = { a: [0, 80], b: [260, 80] }[this.textContent] ?? [0, 200];
      return new DOMRect(left, 0, width, 40);
    });
    const { rerender } = render(strip('a'), inRouter);
    const group = screen.getByRole('group', { name: 'Oyunlar' });
    expect(group.scrollLeft).toBe(0);
    rerender(strip('b'));
    expect(group.scrollLeft).toBe(200);
    group.scrollLeft = 0;
    rerender(strip('b'));
    expect(group.scrollLeft).toBe(0);
    vi.restoreAllMocks();
  });
});

describe('Button', () => {
  it('refuses clicks while busy', async () => {
    const click = vi.fn();
    render(
      <Button busy onClick={click}>
        Kaydet
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Kaydet' }));
    expect(click).not.toHaveBeenCalled();
  });

  it('keeps the focus while busy, and sends no form', async () => {
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

  it('of an icon has a name', () => {
    render(<IconButton label="Ara" icon={<svg />} />);
    expect(screen.getByRole('button', { name: 'Ara' })).toBeVisible();
  });
});

describe('Money', () => {
  it('is written by language and brand', async () => {
    const { container, rerender } = render(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('₺1.234,50');
    await act(() => changeLanguage('en'));
    rerender(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('₺1,234.50');
  });

  it('shows a dash before it is known', () => {
    const { container } = render(<Money amount={undefined} />);
    expect(container).toHaveTextContent('–');
  });

  it('signs gains', () => {
    const { container } = render(<Money amount={5} signed />);
    expect(container).toHaveTextContent('+₺5,00');
  });
});

function Code(props: Pick<CodeInputProps, 'onComplete' | 'busy' | 'wrong'>) {
  const [value, setValue] = useState('');
  return <CodeInput length={6} label="Kod" value={value} onChange={setValue} {...props} />;
}

describe('CodeInput', () => {
  it('goes on by itself and submits at the last digit, once', async () => {
    const complete = vi.fn();
    render(<Code onComplete={complete} />);
    const user = userEvent.setup();
    await user.click(screen.getAllByRole('textbox')[0]!);
    await user.keyboard('12345');
    expect(complete).not.toHaveBeenCalled();
    await user.keyboard('6');
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it('takes a pasted code with whatever stands between', async () => {
    const complete = vi.fn();
    render(<Code onComplete={complete} />);
    const user = userEvent.setup();
    await user.click(screen.getAllByRole('textbox')[2]!);
    await user.paste('12 34-56');
    expect(complete.mock.calls).toEqual([['123456']]);
  });

  it('begins anew in the first box after a wrong code', async () => {
    const { rerender } = render(<Code onComplete={() => undefined} />);
    const boxes = screen.getAllByRole('textbox');
    await userEvent.click(boxes[5]!);
    rerender(<Code onComplete={() => undefined} wrong />);
    expect(boxes[0]).toHaveFocus();
  });

  it('takes no digit while a code is asked after, and keeps the focus', async () => {
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

  it('takes digits only, and takes them back', async () => {
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
  function Three() {
    const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
    return (
      <Tabs label="Durum" tabs={tabs} value={value} onChange={setValue}>
        {value}
      </Tabs>
    );
  }

  it('move by arrows, round the end, with one tab stop', async () => {
    render(<Three />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Yakında');
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('c');
  });

  it('move the other way where one reads the other way', async () => {
    await changeLanguage('ar');
    render(<Three />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('b');
  });
});

describe('Dialog', () => {
  it('gives the focus back to what opened it', async () => {
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

  it('closes by its button and by Escape, unless it must be answered', async () => {
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
      <Dialog open firm onClose={close} title="Başlık">
        İçerik
      </Dialog>,
    );
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(close).toHaveBeenCalledTimes(2);
  });
});

describe('Menu', () => {
  it('opens below its button and closes by Escape, giving the focus back', async () => {
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
  it('leads to the game and to its demo, and marks favourites', async () => {
    const toggle = vi.fn();
    render(
      <Tile
        to="/play/slot/1"
        demoTo="/play/slot/1?demo=1"
        image="/a.svg"
        name="Nar Bahçesi"
        provider="Anka"
        favorite={{ on: true, onToggle: toggle }}
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

  it('of a table tells dealer, limits and seats', () => {
    render(
      <TableTile
        to="/play/live/1"
        image="/a.svg"
        name="Rulet"
        dealer="Elif"
        limits="₺5 – ₺5.000"
        seats={7}
        seatsTaken={3}
        open
      />,
      inRouter,
    );
    expect(screen.getByRole('article')).toHaveTextContent(/Canlı.*3\/7.*Rulet.*Elif.*₺5 – ₺5.000/);
  });
});

describe('states', () => {
  it('an error shows the server’s words, the request id and another try', async () => {
    const retry = vi.fn();
    render(<ErrorState error={{ message: 'Olmadı', requestId: 'req-7' }} onRetry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent(/Olmadı.*req-7/);
    await userEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('a counter shows nothing for zero and stops at 99', () => {
    const { container, rerender } = render(<CountBadge count={0} label="okunmamış" />);
    expect(container).toBeEmptyDOMElement();
    rerender(<CountBadge count={120} label="120 okunmamış" />);
    expect(container).toHaveTextContent('99+');
  });

  it('an avatar shows initials of the name, else of the username', () => {
    const { container, rerender } = render(
      <Avatar firstname="Deniz" lastname="Kaya" username="demo" />,
    );
    expect(container).toHaveTextContent('DK');
    rerender(<Avatar firstname="" lastname="" username="demo" />);
    expect(container).toHaveTextContent('de');
  });
});

describe('lists', () => {
  it('name their columns and cells', () => {
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

  it('say how far they are and offer more until the end', () => {
    const more = { shown: 48, total: 96, busy: false, onMore: () => undefined };
    const { rerender } = render(<LoadMore {...more} />);
    expect(screen.getByRole('status')).toHaveTextContent('96 kayıttan 48');
    expect(screen.getByRole('button')).toBeVisible();
    rerender(<LoadMore {...more} shown={96} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('turn pages within their bounds', async () => {
    const turn = vi.fn();
    render(<Pagination limit={10} offset={0} total={25} onOffset={turn} />);
    expect(screen.getByText('Sayfa 1 / 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Önceki sayfa' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Sonraki sayfa' }));
    expect(turn).toHaveBeenCalledWith(10);
  });
});

describe('Toaster', () => {
  it('shows a toast with its request id until it is dismissed', async () => {
    render(<Toaster />);
    act(() => void toasts.show({ kind: 'negative', message: 'Olmadı', requestId: 'req-9' }));
    expect(screen.getByText('Olmadı')).toBeInTheDocument();
    expect(screen.getByText('req-9')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Kapat' }));
    expect(screen.queryByText('Olmadı')).toBeNull();
  });
});
