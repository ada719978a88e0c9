import { useStoreName } from '../../../lib/page-data.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { OneClickPage } from '../one-click-page.tsx';
import { appTexts } from '../app-texts.ts';
import type { ListLink } from './api.ts';
import { Link } from '../../../ui/navigation.tsx';
import { useScreenParams } from '../../../lib/screen-data.ts';
import { listLinkTexts } from './texts.ts';

/** The link's token says whether it is about one book. */
function isOfBook(link: ListLink, token: string): boolean {
  return link === 'confirm' ? token.endsWith(FOLLOW_ENDING) : token.includes('~b-');
}

/** Claims in the token of a link that confirms a follow. */
const FOLLOW_ENDING = '.libro';

function ListLinkScreen({ link }: { readonly link: ListLink }) {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const words = listLinkTexts[isOfBook(link, token) ? (`${link}Book` as const) : link];
  const toStart = (
    <Link to="/" className={buttonClass({ size: 'large', full: true })}>
      {listLinkTexts.toStart}
    </Link>
  );
  return (
    <OneClickPage
      metaTitle={appTexts.titled(words.title, store)}
      run={async () =>
        (await import('./api.ts')).followListLink(link, link === 'confirm' ? token.replace(FOLLOW_ENDING, '') : token)
      }
      ask={{ ...words, links: <BackLink to="/">{appTexts.backToStart}</BackLink> }}
      done={{ title: words.doneTitle, lead: words.doneLead, links: toStart }}
      gone={{
        title: listLinkTexts.goneTitle,
        lead: listLinkTexts.goneLead,
        links: (
          <Link to="/#contacto" className={buttonClass({ size: 'large', full: true })}>
            {listLinkTexts.toList}
          </Link>
        ),
      }}
    />
  );
}

/** Second step of the mailing list's double opt-in. */
export function ConfirmListScreen() {
  return <ListLinkScreen link="confirm" />;
}

/** Leaves the mailing list. */
export function LeaveListScreen() {
  return <ListLinkScreen link="unsubscribe" />;
}
