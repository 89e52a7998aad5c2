import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Panel } from '@/components/ui/Panel/Panel';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { FilterForm } from '../components/Fields';
import { Page, Loaded } from '../components/Page';
import { RequestDetail, RequestTable } from '../components/Requests';
import { useFilter, useLookupFields } from '../hooks/page';
import { lookupFields, lookupQuery } from '../model/lookup';

/** Searches a request by id, failed requests, and requests of payments by number and amount. */
export function RequestsRoute() {
  const { t } = useTranslation('staffPages');
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const fields = useLookupFields();
  const [filter, setFilter] = useFilter(lookupFields);
  const requests = useStaff('/requests', id ? null : { query: lookupQuery(filter) });
  return (
    <Page title={t('request.title')} lead={t('request.lead')}>
      <FilterForm
        key={JSON.stringify({ id, ...filter })}
        fields={[{ name: 'id', label: t('request.id'), type: 'search', maxLength: 64 }, ...fields]}
        filter={{ id, ...filter }}
        onFilter={({ id: next = '', ...rest }) => {
          if (next.trim() && next !== id) void navigate(staffPaths.request.to({ id: next.trim() }));
          else setFilter(rest);
        }}
      />
      {id ? (
        <RequestDetail id={id} />
      ) : (
        <Loaded read={requests} height={240}>
          {(list) => (
            <Panel dense flush title={t('request.found')}>
              <RequestTable label={t('request.found')} requests={list} />
            </Panel>
          )}
        </Loaded>
      )}
    </Page>
  );
}
