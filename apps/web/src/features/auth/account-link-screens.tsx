import { useState } from 'react';
import type { ApiError } from '../../lib/api/api-error.ts';
import { useHasSession } from '../../lib/api/session.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { OneClickPage } from '../site/one-click-page.tsx';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import type * as accountCalls from './api.ts';
import { authTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';
import {
  addressTexts,
  elsewhereTexts,
  changeTexts,
  changeElsewhereTexts,
  undoTexts,
  keepTexts,
} from './account-texts.ts';

interface AccountLinkProps {
  readonly texts: typeof changeTexts | typeof undoTexts | typeof keepTexts;
  /** Address to continue with after success, and with an invalid link. */
  readonly to: string;
  readonly run: (api: typeof accountCalls, token: string) => Promise<void>;
  /** See {@link OneClickPage}: handles a refusal for which it has a screen of its own. */
  readonly onRefused?: (error: ApiError) => boolean;
}

function AccountLink({ texts, to, run, onRefused }: AccountLinkProps) {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const links = <PlainButton to={to} label={texts.go} />;
  return (
    <OneClickPage
      metaTitle={appTexts.titled(texts.title, store)}
      run={async () => run(await import('./api.ts'), token)}
      {...(onRefused && { onRefused })}
      ask={{
        title: texts.title,
        lead: texts.lead,
        action: texts.action,
        links: <BackLink to="/">{authTexts.backToStart}</BackLink>,
      }}
      done={{ title: texts.doneTitle, lead: texts.doneLead, links }}
      gone={{ title: texts.goneTitle, lead: texts.goneLead, links }}
    />
  );
}

/** Screen of a link that moves an account to a new address. */
export function ChangeEmailScreen() {
  const [isElsewhere, setIsElsewhere] = useState(false);
  if (isElsewhere) return <ChangeElsewhere />;
  return (
    <AccountLink
      texts={changeTexts}
      to="/user-settings/data"
      run={async (api, token) => api.confirmEmail(token)}
      onRefused={({ code }) => {
        if (code !== 'email_change_elsewhere') return false;
        setIsElsewhere(true);
        return true;
      }}
    />
  );
}

/** Tells how to continue in a browser other than the one in which the account was made. */
function ChangeElsewhere() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const hasSession = useHasSession();
  const { title, lead, otherLead, enter, notMe } = changeElsewhereTexts;
  const next = `/change-email/${encodeURIComponent(token)}`;
  return (
    <AccountScreen title={title} lead={hasSession ? otherLead : lead}>
      <PrivateMeta title={appTexts.titled(title, store)} />
      {hasSession ? (
        <PlainButton to="/user-settings" label={addressTexts.toProfile} />
      ) : (
        <PlainButton to={`/login?next=${encodeURIComponent(next)}`} label={enter} />
      )}
      <p className="mt-5 text-sm text-ink-2">{notMe}</p>
    </AccountScreen>
  );
}

/** Screen of a link that moves an account back to its former address. */
export function UndoEmailScreen() {
  return <AccountLink texts={undoTexts} to="/login" run={async (api, token) => api.undoEmail(token)} />;
}

/** Screen of a link that keeps an account that is about to be erased. */
export function KeepAccountScreen() {
  return <AccountLink texts={keepTexts} to="/user-library" run={async (api, token) => api.keepAccount(token)} />;
}

/** Screen of a link that confirms an address. */
export function VerifyEmailScreen() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const [isElsewhere, setIsElsewhere] = useState(false);
  if (isElsewhere) return <TakeAccount token={token} />;
  return (
    <OneClickPage
      metaTitle={appTexts.titled(addressTexts.title, store)}
      run={async () => (await import('./api.ts')).verifyAddress(token, { takes: false })}
      onRefused={({ code }) => {
        if (code !== 'verify_elsewhere') return false;
        setIsElsewhere(true);
        return true;
      }}
      ask={{
        title: addressTexts.title,
        lead: addressTexts.lead,
        action: addressTexts.confirm,
        links: <BackLink to="/">{authTexts.backToStart}</BackLink>,
      }}
      done={{
        title: addressTexts.doneTitle,
        lead: addressTexts.doneLead,
        links: <PlainButton to="/user-library" label={addressTexts.toBooks} />,
      }}
      gone={{
        title: addressTexts.goneTitle,
        lead: addressTexts.goneLead,
        links: <PlainButton to="/user-settings" label={addressTexts.toProfile} />,
      }}
    />
  );
}

/** Asks before the account is taken over from the person who made it. */
function TakeAccount({ token }: { readonly token: string }) {
  const store = useStoreName();
  const goneLinks = <PlainButton to="/user-settings" label={addressTexts.toProfile} />;
  const next = `/verify-email/${encodeURIComponent(token)}`;
  return (
    <OneClickPage
      metaTitle={appTexts.titled(elsewhereTexts.title, store)}
      run={async () => (await import('./api.ts')).verifyAddress(token, { takes: true })}
      ask={{
        title: elsewhereTexts.title,
        lead: elsewhereTexts.lead,
        action: elsewhereTexts.take,
        links: (
          <Link to={`/login?next=${encodeURIComponent(next)}`} className={buttonClass({ size: 'large', full: true })}>
            {elsewhereTexts.enter}
          </Link>
        ),
      }}
      done={{
        title: elsewhereTexts.doneTitle,
        lead: elsewhereTexts.doneLead,
        links: <PlainButton to="/login" label={elsewhereTexts.go} />,
      }}
      gone={{ title: addressTexts.goneTitle, lead: addressTexts.goneLead, links: goneLinks }}
    />
  );
}

function PlainButton({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'primary', size: 'large', full: true })}>
      {label}
    </Link>
  );
}
