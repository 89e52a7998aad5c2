import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAmount, useCallName, useDebugText } from '../hooks/texts';
import { paymentAddress, type Payment } from '../model/money';
import { OutcomeTag } from './Tag';
import { PlayerLink } from './Facts';
import type { Column } from '@/components/ui/DataList/DataList';
import { Table } from './Table';
import { Time } from './Time';

export interface PaymentTableProps {
  label: string;
  payments: readonly Payment[];
  ofPlayer?: boolean;
  first?: number;
}

/** Payments with what became of them, each with a link to its page. */
export function PaymentTable({ label, payments, ofPlayer, first }: PaymentTableProps) {
  const { t } = useTranslation('staffPages');
  const amountText = useAmount();
  const callName = useCallName();
  const debugText = useDebugText();
  const whose: Column<Payment>[] = [
    { title: t('brand'), cell: (row) => row.brand },
    {
      title: t('request.player'),
      cell: (row) => <PlayerLink brand={row.brand} player={row.player} />,
    },
    { title: t('payment.proposedBy'), cell: (row) => row.settlement?.proposedBy },
  ];
  return (
    <Table
      label={label}
      rows={payments}
      empty={t('payments.none')}
      first={first}
      keyOf={(row) => `${row.brand}/${row.key}/${row.request}`}
      columns={[
        { title: t('request.at'), cell: (row) => <Time at={row.at} seconds /> },
        {
          title: t('payment.one'),
          cell: (row) => (
            <Link to={paymentAddress(row)}>
              {row.call ? callName(row.call, row.part) : row.key}
            </Link>
          ),
        },
        { title: t('payment.transaction'), cell: (row) => row.transaction },
        { title: t('payment.amount'), end: true, cell: (row) => amountText(row.amount) },
        {
          title: t('payment.state'),
          cell: (row) => (
            <OutcomeTag outcome={row.settlement?.approvedAt ? row.settlement.outcome : row.state} />
          ),
        },
        { title: t('request.debug'), cell: (row) => row.message || debugText(row.debug) },
        ...(ofPlayer ? [] : whose),
      ]}
    />
  );
}
