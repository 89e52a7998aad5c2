import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useCommands } from '../hooks/useCommands';
import css from './CommandPalette.module.css';

/** The dialog with the search over pages, brands, actions, requests, players and payments. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('staff');
  return (
    <Dialog open={open} onClose={onClose} title={t('search.title')} hideTitle size="large">
      <Palette onClose={onClose} />
    </Dialog>
  );
}

function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const commands = useCommands(query);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const current = commands[Math.min(active, commands.length - 1)];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const go = (to: string | undefined) => {
    if (!to) return;
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && commands.length > 0) {
      event.preventDefault();
      setActive((active + step + commands.length) % commands.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      go(current?.to);
    }
  };

  return (
    <div className={css.palette}>
      <input
        className={css.input}
        role="combobox"
        aria-label={t('search.title')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.id}`}
        placeholder={t('search.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={id} role="listbox" aria-label={t('search.results')} className={css.list}>
        {commands.map((command, index) => {
          const Sign = command.icon;
          return (
            // The input handles the keys, because the options never have the focus.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <li
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              aria-selected={command === current}
              className={css.option}
              onPointerMove={() => setActive(index)}
              onClick={() => go(command.to)}
            >
              <Sign size={18} aria-hidden="true" />
              {command.label}
            </li>
          );
        })}
      </ul>
      {commands.length === 0 && <p className={css.none}>{t('search.none')}</p>}
    </div>
  );
}
