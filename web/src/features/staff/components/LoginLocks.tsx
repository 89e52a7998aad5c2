import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { unlockPlayer } from '../api/lookups';
import { useStaff } from '../api/useStaff';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { Facts } from './Facts';
import { ActionError, Loaded } from './States';
import { Time } from './Time';

/** What keeps the players with a user name from logging in, until when, and a button that lifts it. */
export function LoginLocks({ username, brand }: { username: string; brand?: string }) {
  const { t } = useTranslation('staffPages');
  const locks = useStaff('/locks', { query: brand ? { username, brand } : { username } });
  return (
    <Loaded read={locks} height={48}>
      {(list) =>
        list.length === 0 ? (
          <p>{t('locks.none', { name: username })}</p>
        ) : (
          <Facts
            facts={list.map((item) => [
              brand ? t(`locks.${item.lock}`) : `${item.brand}: ${t(`locks.${item.lock}`)}`,
              <>
                {item.until ? <Time at={item.until} relative /> : <span>{t('block.noEnd')}</span>}{' '}
                {item.lock !== 'block' && <Lift brand={item.brand} username={username} />}
              </>,
            ])}
          />
        )
      }
    </Loaded>
  );
}

function Lift({ brand, username }: { brand: string; username: string }) {
  const { t } = useTranslation('staffPages');
  const notify = useNotify();
  const unlock = useStaffAction(async () => {
    await unlockPlayer(brand, username);
    notify.done(t('locks.lifted'));
  });
  return (
    <>
      <Button size="small" busy={unlock.busy} onClick={() => void unlock.run()}>
        {t('locks.lift')}
      </Button>
      <ActionError error={unlock.error} />
    </>
  );
}
