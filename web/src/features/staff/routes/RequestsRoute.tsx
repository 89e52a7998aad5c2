import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { Page } from '../components/Page';
import { RequestDetail } from '../components/RequestDetail';
import { SearchForm } from '../components/SearchForm';

const maxId = 64;

/** A request by the id that a player was shown. */
export function RequestsRoute() {
  const { t } = useTranslation('staffPages');
  const navigate = useNavigate();
  const { id = '' } = useParams();
  return (
    <Page title={t('request.title')} lead={t('request.lead')}>
      <SearchForm
        key={id}
        label={t('request.id')}
        submit={t('search')}
        value={id}
        maxLength={maxId}
        onSearch={(text) => void navigate(staffPaths.request.to({ id: text }))}
      />
      {id && <RequestDetail id={id} />}
    </Page>
  );
}
