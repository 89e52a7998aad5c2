import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { RecordPages } from '@/components/records/RecordPages';
import { Badge } from '@/components/ui/Chip/Chip';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { useUserLoginHistoryPages } from '@/contracts/hooks/user';
import type { LoginRecord } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './LoginHistory.module.css';

/** The device types of the platform that have a translated name; others are shown as they are. */
const deviceTypes = ['desktop', 'mobile', 'tablet'] as const;
const isDeviceType = (device: string): device is (typeof deviceTypes)[number] =>
  deviceTypes.some((type) => type === device);

/** The player's logins of the last seven days. */
export function LoginHistory() {
  const { t } = useTranslation('account');
  return (
    <Panel icon={<IconHistory size={22} />} title={t('logins.title')} text={t('logins.text')}>
      <div className={css.list}>
        <Logins />
      </div>
    </Panel>
  );
}

function Logins() {
  const { t } = useTranslation(['account', 'common']);
  const format = useFormat();
  const deviceName = (device: string) =>
    isDeviceType(device) ? t(`logins.kind.${device}`) : device;
  const columns: Column<LoginRecord>[] = [
    { key: 'at', title: t('logins.at'), cell: (it) => format.date(it.created_at) },
    {
      key: 'device',
      title: t('logins.device'),
      phone: 'title',
      cell: (it) => deviceName(it.device),
    },
    { key: 'ip', title: t('logins.ip'), cell: (it) => <bdi>{it.uip}</bdi> },
    {
      key: 'success',
      title: t('logins.outcome'),
      end: true,
      phone: 'amount',
      cell: (it) => (
        <Badge tone={it.success ? 'positive' : 'negative'}>
          {t(it.success ? 'logins.good' : 'logins.failed')}
        </Badge>
      ),
    },
  ];
  return (
    <RecordPages list={useUserLoginHistoryPages()}>
      {(items) => (
        <DataList
          caption={t('logins.title')}
          columns={columns}
          items={items}
          keyOf={(it) => `${it.created_at} ${it.uip}`}
        />
      )}
    </RecordPages>
  );
}
