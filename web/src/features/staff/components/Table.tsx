import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { classes } from '@/components/ui/classes';
import { Empty } from './States';
import css from './Table.module.css';

export interface TableColumn<Row> {
  title: string;
  cell(row: Row): ReactNode;
  /** Numbers: aligned at their end. */
  numeric?: boolean;
  /** Takes the room that is left. */
  wide?: boolean;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
}

export interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  keyOf(row: Row): string;
  /** Says that there are no rows. */
  empty?: string;
  /** Shows so many rows until somebody asks for all. */
  first?: number;
}

/** A dense table. On phones each row is a card with the titles beside the values. */
export function Table<Row>({ label, rows, columns, keyOf, empty, first }: TableProps<Row>) {
  const { t } = useTranslation('staffPages');
  const [all, setAll] = useState(false);
  if (empty && rows.length === 0) return <Empty title={empty} />;
  const shown = all ? rows : rows.slice(0, first);
  return (
    <>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classes(column.numeric && css.numeric)}>
                <span className={column.hideTitle ? 'visually-hidden' : undefined}>
                  {column.title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  data-title={column.hideTitle ? undefined : column.title}
                  className={classes(column.numeric && css.numeric, column.wide && css.wide)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <div className={css.more}>
          <Button size="small" onClick={() => setAll(true)}>
            {t('showAll', { total: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}
