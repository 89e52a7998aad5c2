import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '@/components/ui/Avatar/Avatar';
import type { Profile } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { fullName } from '@/lib/player/useProfile';
import { KycBadge } from './KycBadge';
import css from './ProfileCard.module.css';

/** The player's name, username and personal data. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { firstname, lastname, username } = profile;
  const { birthdate, lastlogin } = profile;
  const facts = [
    ['uid', profile.uid],
    ['nationalId', profile.national_id],
    ['birthdate', birthdate && format.date(birthdate, 'date')],
    ['lastlogin', lastlogin ? format.date(lastlogin) : t('overview.firstLogin')],
  ] as const;
  return (
    <section className={css.card} aria-label={t('overview.who')}>
      <Avatar firstname={firstname} lastname={lastname} username={username} size="large" />
      <div>
        <p className={css.name}>{fullName(profile)}</p>
        <p className={css.username}>
          <bdi>{username}</bdi>
          <Link to={paths.profileVerification.to()} title={t('verification.more')}>
            <KycBadge kyc={profile.kyc} />
          </Link>
        </p>
      </div>
      <dl className={css.facts}>
        {facts.map(
          ([key, value]) =>
            value && (
              <div key={key}>
                <dt>{t(`overview.${key}`)}</dt>
                <dd>
                  {/* A masked number has no letter from which the browser could detect its direction. */}
                  <bdi dir={key === 'nationalId' ? 'ltr' : undefined}>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
