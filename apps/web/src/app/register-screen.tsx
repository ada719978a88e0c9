import { Link, useNavigate, useParams } from 'react-router';
import { GoogleSignIn } from '../features/account/components/google-sign-in.tsx';
import { RegisterForm } from '../features/account/components/register-form.tsx';
import { accountTexts as t } from '../features/account/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { BackLink } from '../ui/back-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import { AccountScreen } from './account-screen.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './texts.ts';

/** Registration; on success goes to login, carrying the book. */
export function RegisterScreen() {
  const bookId = useParams()['book_id'];
  const navigate = useNavigate();
  const store = useStoreName();
  const suffix = bookId ? `/${bookId}` : '';
  const login = `/login${suffix}`;
  const registered = () => {
    showToast('success', t.registered, login);
    // The way back is to the book, not to a form that was sent.
    void navigate(login, { replace: true });
  };
  return (
    <AccountScreen title={t.registerTitle} lead={t.registerLead} bookId={bookId}>
      <PrivateMeta title={appTexts.metaRegister(store)} />
      <RegisterForm onRegistered={registered} />
      <GoogleSignIn onSignedIn={() => void navigate(`/user-library${suffix}`, { replace: true })} />
      <p className="mt-6 text-sm text-ink-2">
        {t.haveAccount}{' '}
        <Link to={login} className="link">
          {t.signIn}
        </Link>
      </p>
      <p className="mt-1">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}
