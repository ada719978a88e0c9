import { useQuery } from '@tanstack/react-query';
import { ProfileCard } from '../features/account/components/profile-card.tsx';
import { profileQuery } from '../features/account/data.ts';
import { accountTexts as t } from '../features/account/texts.ts';
import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { sessionEnd } from '../lib/session-end.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { TornSeamDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';
import { appTexts } from './texts.ts';

/** 'Mi perfil', spec §2. */
export function UserSettingsScreen() {
  const store = useStoreName();
  const profile = useQuery(profileQuery);
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.metaProfile(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-library">{t.backToLibrary}</BackLink>
        <h1 className="type-3 mt-4 mb-8">{t.profileTitle}</h1>
        {profile.data && (
          <ProfileCard
            profile={profile.data}
            onSignOut={() => sessionEnd.announce({ redirect: true, serverLogout: true, voluntary: true })}
          />
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
            text={t.profileFailed}
            action={<Button onClick={() => void profile.refetch()}>{t.retry}</Button>}
          />
        )}
      </div>
    </SignedInFrame>
  );
}
