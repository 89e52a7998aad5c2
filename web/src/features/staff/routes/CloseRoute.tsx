import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff, useStaffAction } from '../api/client';
import { useRights } from '../api/login';
import { close } from '../api/maintenance';
import { ConfirmDialog } from '../components/Actions';
import { NoticeForm } from '../components/NoticeForm';
import { Page, ActionError, Empty, Loaded, NoRight } from '../components/Page';
import { notifyDone } from '../hooks/page';
import { useCallName, useDates } from '../hooks/texts';
import { everyBrand } from '../model/accounts';
import type { Brand } from '../model/maintenance';
import { emptyNotice, endOf } from '../model/notice';

/** Closes a brand or all brands, the whole site or parts of it, now or in a window. */
export function CloseRoute() {
  const { t } = useTranslation('staff');
  const { brand: id = '' } = useParams();
  const { may } = useRights();
  const brands = useStaff('/brands');
  const all = id === everyBrand;
  const closed = brands.data?.filter((item) => all || item.id === id) ?? [];
  const name = all ? t('everyBrand') : (closed[0]?.name ?? id);
  return (
    <Page title={t('close.title', { name })}>
      {may('support', id) ? (
        <Loaded read={brands} height={480}>
          {() =>
            closed.length > 0 ? (
              <CloseForm key={id} brand={id} name={name} brands={closed} />
            ) : (
              <Empty title={t('brands.unknown')} text={t('brands.unknownText', { brand: id })} />
            )
          }
        </Loaded>
      ) : (
        <NoRight text={t(all ? 'noRight.all' : 'noRight.role', { role: t('role.support') })} />
      )}
    </Page>
  );
}

function CloseForm({ brand, name, brands }: { brand: string; name: string; brands: Brand[] }) {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const all = brand === everyBrand;
  const back = all ? staffPaths.brands.to() : staffPaths.brand.to({ brand });
  const [notice, setNotice] = useState(() => emptyNotice(brand));
  const [asking, setAsking] = useState(false);
  const whole = !notice.partial;
  const callName = useCallName();
  const parts = notice.parts.map((part) => callName(part)).join(', ');
  const what = whole ? name : `${name} (${parts})`;
  const dates = useDates();
  const end = endOf(notice, Date.now());
  const later = notice.from !== '';
  const send = useStaffAction(async () => {
    await close(notice);
    setAsking(false);
    notifyDone(t(later ? 'close.scheduled' : 'close.closed', { name: what }));
    await navigate(back);
  });
  const submitText = t(later ? 'close.submitLater' : 'close.submitNow');
  return (
    <>
      <NoticeForm
        brands={brands}
        notice={notice}
        onChange={setNotice}
        onSubmit={() => setAsking(true)}
      >
        {!asking && <ActionError error={send.error} />}
        <div>
          <Button type="submit" variant="danger" busy={send.busy}>
            {submitText}
          </Button>{' '}
          <ButtonLink to={back}>{t('cancel')}</ButtonLink>
        </div>
      </NoticeForm>
      <ConfirmDialog
        open={asking}
        title={t(later ? 'close.confirmLater' : 'close.confirmNow', { name: what })}
        // If players notice a change everywhere, the confirmation requires the name.
        word={all ? t('confirm.allWord') : whole ? brand : undefined}
        submit={submitText}
        change={send}
        onConfirm={() => void send.run()}
        onClose={() => setAsking(false)}
      >
        <p>
          <span>
            {t(whole ? 'close.wholeText' : 'close.partsText', { count: brands.length, parts })}
          </span>{' '}
          {end === undefined && <span>{t('close.noEndText')}</span>}
        </p>
        {(later || end !== undefined) && (
          <p>
            {[
              later ? dates.zoned(notice.from) : t('close.now'),
              end !== undefined && dates.zoned(new Date(end).toISOString()),
            ]
              .filter(Boolean)
              .join(' – ')}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
