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
  confirmBook: {
    title: 'Confirma que te avisemos',
    lead: 'Te escribiremos el día que salga cada parte de ese libro, y nada más.',
    action: 'Sí, avísenme',
    doneTitle: 'Te avisamos el día que salga',
    doneLead: 'En cada correo hay un enlace para que dejemos de avisarte.',
  },
  unsubscribe: {
    title: 'Dejar la lista de correo',
    lead: 'Un clic y no te escribimos más: ni novedades ni avisos de los libros que sigues.',
    action: 'Dejar de recibir correos',
    doneTitle: 'Ya no te escribiremos',
    doneLead: 'Tu correo salió de la lista. Si cambias de idea, puedes volver a suscribirte cuando quieras.',
  },
  unsubscribeBook: {
    title: 'Ya no avisarme de este libro',
    lead: 'Un clic y no te escribimos más sobre este libro.',
    action: 'Ya no avisarme',
    doneTitle: 'Ya no te avisaremos de este libro',
    doneLead: 'Si cambias de idea, toca otra vez «Avísame cuando salga» en la página del libro.',
  },
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Deja tu correo otra vez y te enviamos uno nuevo.',
  toList: 'Ir a la lista de correo',
  toStart: 'Ir al inicio',
} as const;

/** Links say themselves whether they are about one book. */
function isOfBook(link: ListLink, token: string): boolean {
  return link === 'confirm' ? token.endsWith(FOLLOW_ENDING) : token.includes('~b-');
}

/** Behind the token of a link that confirms a follow. */
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

/** Second half of the mailing list's double opt-in. */
export function ConfirmListScreen() {
  return <ListLinkScreen link="confirm" />;
}

/** The way out of the mailing list. */
export function LeaveListScreen() {
  return <ListLinkScreen link="unsubscribe" />;
}
