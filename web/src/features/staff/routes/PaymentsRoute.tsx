import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Panel } from '@/components/ui/Panel/Panel';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { FilterForm, Segments } from '../components/Fields';
import { Page, Loaded } from '../components/Page';
import { PaymentTable } from '../components/Payments';
import { useFilter, useLookupFields, type Filter } from '../hooks/page';
import { lookupFields, lookupQuery, lookupsOf } from '../model/lookup';

const known = ['any', 'in_flight', 'executed', 'refused', 'not_sent'] as const;
const states = ['unknown', 'proposed', 'settled', ...known] as const;

/** Searches payments by number, amount, time, brand and state. */
export function PaymentsRoute() {
  const { t } = useTranslation('staffPages');
  const navigate = useNavigate();
  const fields = useLookupFields();
  const [{ state: typed, ...filter }, setFilter] = useFilter([...lookupFields, 'state']);
  const state = states.find((item) => item === typed) ?? 'unknown';
  const payments = useStaff('/payments', { query: { ...lookupQuery(filter), state, limit: 200 } });
  const find = (next: Filter) => {
    const transaction = next.transaction?.trim() ?? '';
    if (lookupsOf(transaction)[0] === 'payment')
      void navigate(staffPaths.payment.to({ key: transaction }));
    else setFilter({ ...next, transaction, state: typed || 'any' });
  };
  return (
    <Page title={t('payments.title')} lead={t('payments.lead')}>
      <FilterForm key={JSON.stringify(filter)} fields={fields} filter={filter} onFilter={find} />
      <Segments
        label={t('payments.state')}
        value={state}
        options={states.map((value) => ({ value, label: t(`payments.${value}`) }))}
        onChange={(value) => setFilter({ ...filter, state: value })}
      />
      <Loaded read={payments} height={240}>
        {(list) => (
          <Panel dense flush>
            <PaymentTable label={t('payments.title')} payments={list} />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
