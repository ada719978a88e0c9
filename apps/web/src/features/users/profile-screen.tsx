import { countUnreadMessages } from '@cuentos/contract/messages';
import {
  closeOtherSessions as closeOtherSessionsCall,
  closeOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@cuentos/contract/sessions';
import type { Profile } from '@cuentos/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, MailQuestionMark } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { request } from '../../lib/api/api-client.ts';
import { sessionEnd } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';
import { formatLongDate } from '../../lib/formats.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { resendVerification } from '../auth/api.ts';
import { disableGoogleAutoSelect } from '../auth/google/google-identity.ts';
import { OwnFollows } from '../follows/own-follows.tsx';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { OfflineLine } from '../../ui/state-line.tsx';
import { deviceName } from './device-name.ts';
import { profileQuery } from './queries.ts';
import { teamHomes } from '../../lib/team-homes.ts';
import { queryOf } from '../../lib/api/query-of.ts';
import { profileTexts } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

const SecondFactorSection = lazy(async () => ({
  default: (await import('./second-factor-section.tsx')).SecondFactorSection,
}));

const PasskeysSection = lazy(async () => ({ default: (await import('./access-sections.ts')).PasskeysSection }));

const AppPasswordsSection = lazy(async () => ({
  default: (await import('./access-sections.ts')).AppPasswordsSection,
}));

/** Without an answer the count is left out, without a message. */
const unreadQuery = queryOf(countUnreadMessages, { handles: 'all', quiet: true });

/** Query of the sessions, this one first. The screen itself shows a failure. */
const sessionsQuery = queryOf(listOwnSessions, { handles: 'all' });

/** DELETE /api/users/me/sessions/{id}. */
async function closeSession(id: string): Promise<void> {
  await request(closeOwnSession, { params: { id } });
}

/** POST /api/users/me/sessions/close_others. */
async function closeOtherSessions(): Promise<void> {
  await request(closeOtherSessionsCall);
}

const OTHERS = 'others';

/** The signed-in devices of the account, with buttons to sign them out. */
function OwnSessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const [closing, setClosing] = useState<string | null>(null);

  const close = async (account: string, call: () => Promise<void>, done: string) => {
    setClosing(account);
    try {
      await call();
      showToastHere('success', done);
    } catch {
      // The failed call has shown its message.
    }
    // Also after a failure: the session may have ended by itself.
    await queryClient.invalidateQueries(sessionsQuery);
    setClosing(null);
    restoreFocus('#sessions-title');
  };
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="type-1">
        {profileTexts.sessionsTitle}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{profileTexts.sessionsText}</p>
      {sessions.isPending && <Waiting className="skeleton mt-5 h-30" />}
      {sessions.isError && !sessions.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {profileTexts.sessionsFailed}
          <Button onClick={() => void sessions.refetch()}>{profileTexts.retry}</Button>
        </div>
      )}
      {sessions.data && (
        <ul className="mt-4 border-t border-line">
          {sessions.data.map((each) => (
            <SessionRow
              key={each.id}
              session={each}
              busy={closing === each.id}
              onClose={() => void close(each.id, () => closeSession(each.id), profileTexts.closedOne)}
            />
          ))}
        </ul>
      )}
      {sessions.data && sessions.data.length > 1 && (
        <Button
          className="mt-5"
          busy={closing === OTHERS}
          onClick={() => void close(OTHERS, closeOtherSessions, profileTexts.closedOthers)}
        >
          {profileTexts.closeOthers}
        </Button>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly busy: boolean;
  readonly onClose: () => void;
}

function SessionRow({ session: { user_agent, current, last_used_at }, busy, onClose }: SessionRowProps) {
  const device = deviceName(user_agent);
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0">
        <p className="font-medium">{device}</p>
        <p className="figures text-xs text-ink-3">
          {current ? (
            <span className="font-semibold text-ok">{profileTexts.thisSession}</span>
          ) : (
            profileTexts.sessionLastSeen(formatLongDate(last_used_at))
          )}
        </p>
      </div>
      {!current && (
        <Button variant="quiet" busy={busy} aria-label={profileTexts.closeSessionOf(device)} onClick={onClose}>
          {profileTexts.closeSession}
        </Button>
      )}
    </li>
  );
}

/** 'Mi perfil'. */
export function UserSettingsScreen() {
  const store = useStoreName();
  const answer = useQuery(profileQuery);
  // Renders most of the screen, as a transition: the page responds meanwhile.
  const profile = useDeferredValue(answer.data);
  const unread = useQuery(unreadQuery);
  const online = useOnline();
  const google = useSite()?.googleClientId;
  const panel = profile ? teamHomes[profile.role] : null;
  const signOut = () => {
    if (google) void disableGoogleAutoSelect();
    sessionEnd.announce({ redirect: true, serverLogout: true, voluntary: true });
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.metaProfile(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-library">{profileTexts.backToLibrary}</BackLink>
        <h1 className="type-3 mt-4 mb-8">{profileTexts.title}</h1>
        <div className="grid gap-12 lg:grid-cols-[7fr_5fr] lg:gap-20">
          <div className="max-w-[640px] min-w-0 max-[360px]:wrap-anywhere">
            <ProfileCard
              person={profile ?? personOf(session.claims())}
              isPending={profile === undefined && !answer.isError && online}
              notice={<ProfileNotice profile={profile} failed={answer.isError} onRetry={() => void answer.refetch()} />}
              rows={[
                { to: '/notebook', label: profileTexts.rows.notebook },
                { to: '/user-settings/orders', label: profileTexts.rows.orders },
                { to: '/user-settings/messages', label: profileTexts.rows.messages, count: unread.data?.unread },
                { to: '/reader-settings', label: profileTexts.rows.reader },
                ...(profile ? [passwordRow(profile)] : []),
                { to: '/user-settings/data', label: profileTexts.rows.data },
                ...(panel ? [{ to: panel, label: profileTexts.rows.admin }] : []),
              ]}
            />
            {panel && (
              <Suspense fallback={<Waiting className="skeleton mt-10 h-40" />}>
                <SecondFactorSection />
              </Suspense>
            )}
            <Button className="mt-8" onClick={signOut}>
              {profileTexts.signOut}
            </Button>
            {profile && <OtherWays />}
          </div>
          {profile && (
            <div className="min-w-0 max-[360px]:wrap-anywhere">
              <OwnSessions />
              <OwnFollows />
            </div>
          )}
        </div>
      </div>
    </SignedInFrame>
  );
}

/** Ways to open the account or its books besides the password. */
function OtherWays() {
  return (
    <>
      <Suspense fallback={<Waiting className="skeleton mt-10 h-44" />}>
        <PasskeysSection deviceName={deviceName(navigator.userAgent)} />
      </Suspense>
      <Suspense>
        <AppPasswordsSection />
      </Suspense>
    </>
  );
}

/** Label of the row: the screen is the same, whether there is a password to change or not. */
const passwordRow = ({ has_password: hasPassword }: Profile): ProfileRow => ({
  to: '/update-password',
  label: hasPassword ? profileTexts.rows.password : profileTexts.rows.addPassword,
});

type Person = Pick<Profile, 'name' | 'email'>;

/** The signed-in person by the token; null for a token without a name. */
function personOf(claims: ReturnType<typeof session.claims>): Person | null {
  const { name, sub } = claims ?? {};
  return name === undefined || sub === undefined ? null : { name, email: sub };
}

interface ProfileNoticeProps {
  readonly profile: Profile | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** At most one notice between the name and the rows. */
function ProfileNotice({ profile, failed, onRetry }: ProfileNoticeProps) {
  const online = useOnline();
  if (profile) return profile.email_verified ? null : <UnverifiedNotice />;
  if (!online) return <OfflineLine online={false} text={profileTexts.offline} className="mt-4" />;
  if (!failed) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
      <output>{profileTexts.failed}</output>
      <Button onClick={onRetry}>{profileTexts.retry}</Button>
    </div>
  );
}

interface ProfileRow {
  readonly to: string;
  readonly label: string;
  /** Number of new items; zero shows none. */
  readonly count?: number | undefined;
}

interface ProfileCardProps {
  /** Null while unknown. */
  readonly person: Person | null;
  readonly isPending: boolean;
  readonly notice: ReactNode;
  readonly rows: readonly ProfileRow[];
}

/** Name, e-mail and the rows. They are shown together, since the server decides which rows and notices there are. */
function ProfileCard({ person, isPending, notice, rows }: ProfileCardProps) {
  return (
    <>
      {person && <h2 className="type-2 [overflow-wrap:anywhere]">{person.name}</h2>}
      {person && <p className="mt-0.5 break-all text-ink-2">{person.email}</p>}
      {isPending ? <RowsWaiting hasName={person !== null} /> : <ProfileRows notice={notice} rows={rows} />}
    </>
  );
}

function RowsWaiting({ hasName }: { readonly hasName: boolean }) {
  return (
    <Waiting className="grid gap-3">
      {!hasName && <div className="skeleton h-9 w-1/2" />}
      {!hasName && <div className="skeleton h-5 w-2/3" />}
      <div className="mt-5 border-t border-line">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex h-15 items-center border-b border-line">
            <div className="skeleton h-5 w-2/5" />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

function ProfileRows({ notice, rows }: Pick<ProfileCardProps, 'notice' | 'rows'>) {
  return (
    <>
      {notice}
      <ul className="mt-8 border-t border-line">
        {rows.map((row) => (
          <li key={row.to} className="border-b border-line">
            <Link
              to={row.to}
              className="flex min-h-15 items-center justify-between gap-4 font-serif text-lg font-[560] hover:text-accent [&>svg]:size-5 [&>svg]:text-ink-3"
            >
              <span>
                {row.label}
                {row.count !== undefined && row.count > 0 && (
                  <span className="ml-3 align-middle font-sans">
                    <Badge tone="info">{profileTexts.newAnswers(row.count)}</Badge>
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The address was never confirmed; the link can be requested again. */
function UnverifiedNotice() {
  const { busy, run } = useTask();
  const [isSent, setIsSent] = useState(false);
  const resend = async () => {
    try {
      await resendVerification();
      setIsSent(true);
      showToastHere('success', profileTexts.resent);
    } catch {
      // The failed call has shown its message.
    }
  };
  return (
    <section
      aria-labelledby="unverified-title"
      className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 rounded-2 border border-line bg-sheet p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:text-ink-3"
    >
      <MailQuestionMark aria-hidden="true" />
      <div className="grid justify-items-start gap-1">
        <h2 id="unverified-title" className="font-sans text-base font-semibold tracking-normal">
          {profileTexts.unverifiedTitle}
        </h2>
        <p className="text-sm text-ink-2">{profileTexts.unverifiedText}</p>
        {!isSent && (
          <Button className="mt-2" busy={busy} onClick={() => void run(resend)}>
            {profileTexts.resend}
          </Button>
        )}
      </div>
    </section>
  );
}
