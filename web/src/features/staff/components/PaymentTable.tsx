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
    { title: t('brand'), cell: (it) => it.brand },
    {
      title: t('request.player'),
      cell: (it) => <PlayerLink brand={it.brand} player={it.player} />,
    },
    { title: t('payment.proposedBy'), cell: (it) => it.settlement?.proposedBy },
  ];
  return (
    <Table
      label={label}
      rows={payments}
      empty={t('payments.none')}
      first={first}
      keyOf={(it) => `${it.brand}/${it.key}/${it.request}`}
      columns={[
        { title: t('request.at'), cell: (it) => <Time at={it.at} seconds /> },
        {
          title: t('payment.one'),
          cell: (it) => (
            <Link to={paymentAddress(it)}>{it.call ? callName(it.call, it.part) : it.key}</Link>
          ),
        },
        { title: t('payment.transaction'), cell: (it) => it.transaction },
        { title: t('payment.amount'), end: true, cell: (it) => amountText(it.amount) },
        {
          title: t('payment.state'),
          cell: (it) => (
            <OutcomeTag outcome={it.settlement?.approvedAt ? it.settlement.outcome : it.state} />
          ),
        },
        { title: t('request.debug'), cell: (it) => it.message || debugText(it.debug) },
        ...(ofPlayer ? [] : whose),
      ]}
    />
  );
}
