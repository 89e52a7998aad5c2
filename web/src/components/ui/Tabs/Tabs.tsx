import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useLanguage } from '@/lib/i18n/language';
import css from './Tabs.module.css';

export interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; title: string }[];
  value: Key;
  onChange(key: NoInfer<Key>): void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Tabs after the ARIA Authoring Practices. Arrow keys select, and there is one tab stop. */
export function Tabs<Key extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { direction } = useLanguage();

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const at = tabs.findIndex((tab) => tab.key === value);
    const targets: Record<string, number> = {
      ArrowLeft: at + (forward === 'ArrowLeft' ? 1 : -1),
      ArrowRight: at + (forward === 'ArrowRight' ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <div ref={list} className={css.list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className={css.tab}
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            onClick={() => onChange(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
