import type { ReactNode } from 'react';
import css from './DataList.module.css';

export interface Column<Item> {
  key: string;
  title: string;
  cell(item: Item): ReactNode;
  /** Aligns the column to the end, for amounts. */
  end?: boolean;
  /**
   * The place on phones, where a record has two lines: start or end of the first, end of the second, or none. Other
   * cells are in the second line, with their title where it is `labelled`.
   */
  phone?: 'title' | 'amount' | 'status' | 'labelled' | 'none';
}

export interface DataListProps<Item> {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string | number;
}

/** A list of records: a table on wide screens, two lines for each on phones. */
export function DataList<Item>({ caption, columns, items, keyOf }: DataListProps<Item>) {
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.end ? css.end : undefined}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map((column) => (
              <td
                key={column.key}
                data-title={column.title}
                data-phone={column.phone}
                className={column.end ? css.end : undefined}
              >
                {column.cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
