import { useState } from 'react';
import type { ApiError } from '../../lib/api/api-error.ts';
import { useHasSession } from '../../lib/api/session.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OneClickPage } from '../site/one-click-page.tsx';
import { AccountScreen } from '../site/account-frame.tsx';
import { appTexts, PrivateMeta } from '../site/page-meta.tsx';
import type * as accountCalls from './api.ts';
import { authTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';

/** Words of the pages behind the links in mails about the account. */
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

/** The account was made in another browser: by the same person, or by a stranger who typed this address. */
const elsewhereTexts = {
  title: '¿Hiciste tú esta cuenta?',
  lead: 'La cuenta de este correo se hizo en otro navegador. Si fuiste tú, entra aquí con tu contraseña o abre el enlace donde la hiciste: todo queda como está. Si no fuiste tú, o ya no puedes entrar, la cuenta pasa a ser tuya: cerramos sus sesiones, su contraseña y sus claves de acceso dejan de servir, y se quedan los libros.',
  enter: 'Fui yo: entrar',
  take: 'No fui yo: quedarme con la cuenta',
  doneTitle: 'La cuenta es tuya',
  doneLead: 'Nadie más puede entrar en ella. Entra con un código que te enviamos a este correo.',
  go: 'Entrar',
} as const;

const goneLinks = {
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. En tu cuenta ves cómo está todo.',
};

const changeTexts = {
  ...goneLinks,
  title: 'Confirma tu correo nuevo',
  lead: 'Un clic y tu cuenta pasa a este correo. Al de antes le avisamos.',
  action: 'Usar este correo',
  doneTitle: 'Tu cuenta pasó a este correo',
  doneLead: 'Desde ahora entras con él, y aquí llegan tus comprobantes.',
  go: 'Ir a mis datos',
} as const;

/** The link was opened where the account is not known, or by a person who did not ask for the change. */
const changeElsewhereTexts = {
  title: 'Abre el enlace donde pediste el cambio',
  lead: 'En este navegador no está abierta la cuenta que cambia de correo. Ábrelo en el navegador donde lo pediste, o inicia sesión aquí con el correo de antes y te traemos de vuelta. Tu enlace sigue sirviendo.',
  enter: 'Iniciar sesión',
  otherLead:
    'Aquí está abierta otra cuenta, no la que cambia de correo. Cierra esta sesión en tu perfil, entra con el correo de antes y abre el enlace otra vez, o ábrelo en el navegador donde pediste el cambio. Tu enlace sigue sirviendo.',
  notMe: 'Si no pediste ningún cambio, no hagas nada: nadie puede usar tu correo sin este paso.',
} as const;

const undoTexts = {
  ...goneLinks,
  title: 'Devolver la cuenta a este correo',
  lead: 'Un clic y tu cuenta vuelve a este correo. Se cierran todas las sesiones y su contraseña deja de servir: entra después con un código y elige otra.',
  action: 'Devolver mi cuenta',
  doneTitle: 'Tu cuenta volvió a este correo',
  doneLead: 'Cerramos todo lo que la abrió entretanto. Entra con un código y elige una contraseña nueva.',
  go: 'Entrar',
} as const;

const keepTexts = {
  ...goneLinks,
  title: 'Quedarme con mi cuenta',
  lead: 'Tu cuenta está por borrarse. Un clic y se queda, con tus libros, tus notas y tus compras.',
  action: 'Quedarme con mi cuenta',
  doneTitle: 'Tu cuenta se queda',
  doneLead: 'Nada se borró: todo está donde estaba.',
  go: 'Ir a mis libros',
} as const;

interface AccountLinkProps {
  readonly texts: typeof changeTexts | typeof undoTexts | typeof keepTexts;
  /** Where it leads when it was done, and when the link is of no use. */
  readonly to: string;
  readonly run: (api: typeof accountCalls, token: string) => Promise<void>;
  /** As of the page. */
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

/** An account moves to the address that this link was mailed to. */
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

/** What to do in a browser that the account was not opened in. */
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

/** An account goes back to the address that it left. */
export function UndoEmailScreen() {
  return <AccountLink texts={undoTexts} to="/login" run={async (api, token) => api.undoEmail(token)} />;
}

/** An account that is about to be erased stays. */
export function KeepAccountScreen() {
  return <AccountLink texts={keepTexts} to="/user-library" run={async (api, token) => api.keepAccount(token)} />;
}

/** The address check. */
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

/** Asks before an account is taken over from its maker. */
function TakeAccount({ token }: { readonly token: string }) {
  const store = useStoreName();
  const gone = <PlainButton to="/user-settings" label={addressTexts.toProfile} />;
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
      gone={{ title: addressTexts.goneTitle, lead: addressTexts.goneLead, links: gone }}
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
