import { useState, type FormEvent } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { Button } from '@/components/ui';
import { Field } from './Field';
import css from './SearchForm.module.css';

export interface SearchFormProps {
  label: string;
  hint?: string;
  submit: string;
  /** What is searched for at present. */
  value: string;
  maxLength: number;
  onSearch(text: string): void;
}

/** A field to search with. Its input starts with `value`; give it a key that changes with it. */
export function SearchForm({ label, hint, submit, value, maxLength, onSearch }: SearchFormProps) {
  const [text, setText] = useState(value);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSearch(text.trim());
  };
  return (
    <form role="search" className={css.search} onSubmit={search}>
      <Field
        label={label}
        hint={hint}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary">
        <IconSearch size={18} aria-hidden="true" />
        {submit}
      </Button>
    </form>
  );
}
