import type { ReactNode } from 'react';
import { classes } from '../classes';
import css from './DataList.module.css';

export interface Column<Item> {
  title: string;
  cell(item: Item): ReactNode;
  /** Aligns the column to the end, for amounts. */
  end?: boolean;
  /** Takes the remaining width, in dense lists. */
  wide?: boolean;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  /**
   * The place of the cell on phones, with two lines per record. It is the start or end of the first
   * line, the end of the second, or none. `labelled` cells are in the second line with a title.
   */
  phone?: 'title' | 'amount' | 'status' | 'labelled' | 'none';
}

export interface DataListProps<Item> {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string | number;
  /** The console's look with small rows, which are cards with all titles on phones. */
  dense?: boolean;
}

/** A list of records, as a table on wide screens and with two lines per record on phones. */
export function DataList<Item>({ caption, columns, items, keyOf, dense }: DataListProps<Item>) {
  return (
    <table className={dense ? css.dense : css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={classes(column.end && css.end)}>
              <span className={column.hideTitle ? 'visually-hidden' : undefined}>
                {column.title}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map((column) => (
              <td
                key={column.title}
                data-title={column.hideTitle ? undefined : column.title}
                data-phone={column.phone}
                className={classes(column.end && css.end, column.wide && css.wide)}
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
