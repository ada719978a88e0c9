import { Link, useParams } from 'react-router';
import { addressTexts as t } from '../features/account/address-texts.ts';
import { accountTexts } from '../features/account/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { BackLink } from '../ui/back-link.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { OneClickPage } from './one-click-page.tsx';
import { appTexts } from './texts.ts';

/** The address check. */
export function VerifyEmailScreen() {
  const token = useParams()['token'] ?? '';
  const store = useStoreName();
  return (
    <OneClickPage
      metaTitle={appTexts.titled(t.title, store)}
      run={async () => (await import('../features/account/verify-address.ts')).verifyAddress(token)}
      ask={{
        title: t.title,
        lead: t.lead,
        action: t.confirm,
        links: <BackLink to="/">{accountTexts.backToStart}</BackLink>,
      }}
      done={{ title: t.doneTitle, lead: t.doneLead, links: <PlainButton to="/user-library" label={t.toBooks} /> }}
      gone={{ title: t.goneTitle, lead: t.goneLead, links: <PlainButton to="/user-settings" label={t.toProfile} /> }}
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
