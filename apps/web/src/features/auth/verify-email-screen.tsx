import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OneClickPage } from '../site/one-click-page.tsx';
import { appTexts } from '../site/page-meta.tsx';
import { authTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';

/** Words of the page behind the link that checks an address. */
const addressTexts = {
  title: 'Confirma tu correo',
  lead: 'Un clic y sabremos que este correo es tuyo.',
  confirm: 'Confirmar mi correo',
  doneTitle: 'Tu correo está confirmado',
  doneLead: 'Gracias. Aquí llegarán tus comprobantes y los avisos sobre tu cuenta.',
  toBooks: 'Ir a mis libros',
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Pide otro desde tu perfil.',
  toProfile: 'Ir a mi perfil',
} as const;

/** The address check. */
export function VerifyEmailScreen() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  return (
    <OneClickPage
      metaTitle={appTexts.titled(addressTexts.title, store)}
      run={async () => (await import('./api.ts')).verifyAddress(token)}
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

function PlainButton({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'primary', size: 'large', full: true })}>
      {label}
    </Link>
  );
}
