import { useQuery } from '@tanstack/react-query';
import { disableGoogleAutoSelect } from '../features/account/google/google-identity.ts';
import { OwnSessions } from '../features/account/components/own-sessions.tsx';
import { ProfileCard } from '../features/account/components/profile-card.tsx';
import { UnverifiedNotice } from '../features/account/components/unverified-notice.tsx';
import { profileQuery } from '../features/account/data.ts';
import { profileTexts as t } from '../features/account/profile-texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { useSite } from '../lib/page-data.ts';
import { sessionEnd } from '../lib/session-end.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { TornSeamDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { panels } from './panels.ts';
import { PrivateMeta } from './page-meta.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';
import { appTexts } from './texts.ts';

/** 'Mi perfil'. */
export function UserSettingsScreen() {
  const store = useStoreName();
  const profile = useQuery(profileQuery);
  const google = useSite()?.googleClientId;
  const panel = profile.data ? panels[profile.data.role] : null;
  const signOut = () => {
    if (google) void disableGoogleAutoSelect();
    sessionEnd.announce({ redirect: true, serverLogout: true, voluntary: true });
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.metaProfile(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-library">{t.backToLibrary}</BackLink>
        <h1 className="type-3 mt-4 mb-8">{t.title}</h1>
        {profile.data && (
          <div className="grid gap-12 lg:grid-cols-[7fr_5fr] lg:gap-20">
            <div className="max-w-[640px]">
              <ProfileCard
                profile={profile.data}
                notice={!profile.data.email_verified && <UnverifiedNotice />}
                rows={[
                  { to: '/reader-settings', label: t.rows.reader },
                  { to: '/update-password', label: t.rows.password },
                  ...(panel ? [{ to: panel, label: t.rows.admin }] : []),
                ]}
              />
              <Button className="mt-8" onClick={signOut}>
                {t.signOut}
              </Button>
            </div>
            <OwnSessions />
          </div>
        )}
        {profile.isPending && (
          <div aria-hidden="true" className="grid max-w-[640px] gap-3">
            <div className="skeleton h-9 w-1/2" />
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton mt-6 h-32" />
          </div>
        )}
        {profile.isError && !profile.data && (
          <EmptyState
            drawing={<TornSeamDrawing />}
            text={t.failed}
            action={<Button onClick={() => void profile.refetch()}>{t.retry}</Button>}
          />
        )}
      </div>
    </SignedInFrame>
  );
}
