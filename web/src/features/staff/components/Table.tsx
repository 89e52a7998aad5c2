import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Empty } from './States';
import css from './Table.module.css';

export interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Says that there are no rows. */
  empty?: string;
  /** Shows so many rows until somebody asks for all. */
  first?: number;
}

/** A dense list that can be empty or cut. */
export function Table<Row>({ label, rows, columns, keyOf, empty, first }: TableProps<Row>) {
  const { t } = useTranslation('staffPages');
  const [all, setAll] = useState(false);
  if (empty && rows.length === 0) return <Empty title={empty} />;
  const shown = all ? rows : rows.slice(0, first);
  return (
    <>
      <DataList dense caption={label} columns={columns} items={shown} keyOf={keyOf} />
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
