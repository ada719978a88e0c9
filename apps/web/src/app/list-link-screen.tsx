import { Link, useParams } from 'react-router';
import { accountTexts } from '../features/account/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import type { ListLink } from '../features/storefront/list-link.ts';
import { listLinkTexts as t } from '../features/storefront/list-link-texts.ts';
import { BackLink } from '../ui/back-link.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { OneClickPage } from './one-click-page.tsx';
import { appTexts } from './texts.ts';

function ListLinkScreen({ link }: { readonly link: ListLink }) {
  const token = useParams()['token'] ?? '';
  const store = useStoreName();
  const words = t[link];
  const toStart = (
    <Link to="/" className={buttonClass({ size: 'large', full: true })}>
      {t.toStart}
    </Link>
  );
  return (
    <OneClickPage
      metaTitle={appTexts.titled(words.title, store)}
      run={async () => (await import('../features/storefront/list-link.ts')).followListLink(link, token)}
      ask={{ ...words, links: <BackLink to="/">{accountTexts.backToStart}</BackLink> }}
      done={{ title: words.doneTitle, lead: words.doneLead, links: toStart }}
      gone={{
        title: t.goneTitle,
        lead: t.goneLead,
        links: (
          <Link to="/#contacto" className={buttonClass({ size: 'large', full: true })}>
            {t.toList}
          </Link>
        ),
      }}
    />
  );
}

/** Second half of the mailing list's double opt-in. */
export function ConfirmListScreen() {
  return <ListLinkScreen link="confirm" />;
}

/** The way out of the mailing list. */
export function LeaveListScreen() {
  return <ListLinkScreen link="unsubscribe" />;
}
