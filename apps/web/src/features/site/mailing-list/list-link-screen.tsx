import { useStoreName } from '../../../lib/page-data.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { OneClickPage } from '../one-click-page.tsx';
import { appTexts } from '../page-meta.tsx';
import type { ListLink } from './api.ts';
import { Link } from '../../../ui/navigation.tsx';
import { useScreenParams } from '../../../lib/screen-data.ts';

/** Words of the pages behind the links in the mailing list's mails. */
const listLinkTexts = {
  confirm: {
    title: 'Confirma tu suscripción',
    lead: 'Te escribiremos solo cuando salga un libro o una parte nueva.',
    action: 'Confirmar suscripción',
    doneTitle: 'Ya estás en la lista',
    doneLead: 'Nos leemos cuando salga algo nuevo. En cada correo hay un enlace para dejar la lista.',
  },
  unsubscribe: {
    title: 'Dejar la lista de correo',
    lead: 'Un clic y no te escribimos más.',
    action: 'Dejar de recibir correos',
    doneTitle: 'Ya no te escribiremos',
    doneLead: 'Tu correo salió de la lista. Si cambias de idea, puedes volver a suscribirte cuando quieras.',
  },
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Deja tu correo otra vez y te enviamos uno nuevo.',
  toList: 'Ir a la lista de correo',
  toStart: 'Ir al inicio',
} as const;

function ListLinkScreen({ link }: { readonly link: ListLink }) {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const words = listLinkTexts[link];
  const toStart = (
    <Link to="/" className={buttonClass({ size: 'large', full: true })}>
      {listLinkTexts.toStart}
    </Link>
  );
  return (
    <OneClickPage
      metaTitle={appTexts.titled(words.title, store)}
      run={async () => (await import('./api.ts')).followListLink(link, token)}
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

/** Second half of the mailing list's double opt-in. */
export function ConfirmListScreen() {
  return <ListLinkScreen link="confirm" />;
}

/** The way out of the mailing list. */
export function LeaveListScreen() {
  return <ListLinkScreen link="unsubscribe" />;
}
