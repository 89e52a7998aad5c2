import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import type { PlayerId } from '../api/lookups';
import { useStaff } from '../api/useStaff';
import { RequestTable } from './RequestTable';
import { Segments } from './Segments';
import { Loaded } from './States';

const pageLength = 50;
const maxLength = 500;
const choices = ['all', 'failed'] as const;

/** The latest requests of a player, or those that failed, a page at a time. */
export function PlayerRequests({ brand, uid }: PlayerId) {
  const { t } = useTranslation('staffPages');
  const [shown, setShown] = useState<(typeof choices)[number]>('all');
  const [limit, setLimit] = useState(pageLength);
  const failed = shown === 'failed' ? ({ failed: true } as const) : {};
  const query = { brand, player: uid, limit, ...failed };
  const requests = useStaff('/requests', { query }, { keepPreviousData: true });
  return (
    <>
      <Segments
        label={t('player.requests')}
        value={shown}
        options={choices.map((value) => ({ value, label: t(`player.${value}`) }))}
        onChange={(value) => setShown(value)}
      />
      <Loaded read={requests} height={240}>
        {(list) => (
          <>
            <RequestTable ofPlayer label={t('player.requests')} requests={list} />
            {list.length === limit && limit < maxLength && (
              <Button onClick={() => setLimit(limit + pageLength)}>{t('audit.more')}</Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
