import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import { NoticeForm } from '../components/NoticeForm';
import { Page, ActionError, Empty, Loaded, NoRight } from '../components/Page';
import { ConflictDialog } from '../components/WindowChange';
import { notifyDone } from '../hooks/page';
import { useWindowChange } from '../hooks/useWindowChange';
import { isForAll, type Brand, type MaintenanceWindow } from '../model/maintenance';
import { noticeOf, patchOf } from '../model/notice';

/** Changes a window, and shows the conflict if another account changed it meanwhile. */
export function WindowRoute() {
  const { t } = useTranslation('staff');
  const { brand = '', id = '' } = useParams();
  const { may } = useRights();
  const brands = useStaff('/brands');
  const window = brands.data
    ?.find((item) => item.id === brand)
    ?.maintenance.windows.find((item) => item.id === id);
  return (
    <Page title={t('window.editTitle')} lead={window && isForAll(window) ? t('everyBrand') : brand}>
      <Loaded read={brands} height={480}>
        {(list) => {
          if (!window || window.state === 'ended')
            return <Empty title={t('window.gone')} text={t('window.goneText')} />;
          if (!may('support', window.brand)) return <NoRight text={t('noRight.all')} />;
          const affected = list.filter((item) => isForAll(window) || item.id === brand);
          return <WindowForm key={id} brand={brand} current={window} brands={affected} />;
        }}
      </Loaded>
    </Page>
  );
}

interface WindowFormProps {
  brand: string;
  current: MaintenanceWindow;
  brands: Brand[];
}

function WindowForm({ brand, current, brands }: WindowFormProps) {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const back = staffPaths.brand.to({ brand });
  // The version at the start of the form. Later versions come from another account.
  const [window] = useState(current);
  const [notice, setNotice] = useState(() => noticeOf(window));
  const { change, busy, error, conflict, redo, drop } = useWindowChange(brand, () => {
    notifyDone(t('window.changed'));
    void navigate(back);
  });
  const patch = patchOf(window, notice);
  const unchanged = Object.keys(patch).length === 0;
  return (
    <>
      <NoticeForm
        brands={brands}
        notice={notice}
        onChange={setNotice}
        started={window.state === 'open'}
        onSubmit={() => void (unchanged ? navigate(back) : change(window, patch))}
      >
        {current.version !== window.version && <p role="status">{t('conflict.notice')}</p>}
        {!conflict && <ActionError error={error} />}
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('window.save')}
          </Button>{' '}
          <ButtonLink to={back}>{t('cancel')}</ButtonLink>
        </div>
      </NoticeForm>
      <ConflictDialog
        conflict={conflict}
        busy={busy}
        error={error}
        onRedo={() => void redo()}
        onClose={() => {
          drop();
          void navigate(back);
        }}
      />
    </>
  );
}
