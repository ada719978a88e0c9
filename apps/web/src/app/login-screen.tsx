import { Link, useNavigate, useParams } from 'react-router';
import { GoogleSignIn } from '../features/account/components/google-sign-in.tsx';
import { LoginForm } from '../features/account/components/login-form.tsx';
import { accountTexts as t } from '../features/account/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { BackLink } from '../ui/back-link.tsx';
import { AccountScreen } from './account-screen.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './texts.ts';

/** Login; carries the book through. */
export function LoginScreen() {
  const bookId = useParams()['book_id'];
  const navigate = useNavigate();
  const store = useStoreName();
  const suffix = bookId ? `/${bookId}` : '';
  // The way back is to where one came from, not to a form that was sent.
  const enter = () => void navigate(`/user-library${suffix}`, { replace: true });
  return (
    <AccountScreen title={t.loginTitle} lead={t.loginLead} bookId={bookId}>
      <PrivateMeta title={appTexts.metaLogin(store)} />
      <LoginForm onSignedIn={enter} />
      <GoogleSignIn onSignedIn={enter} />
      <p className="mt-6 text-sm text-ink-2">
        {t.firstTime}{' '}
        <Link to={`/register${suffix}`} className="link">
          {t.createYours}
        </Link>
      </p>
      <p className="mt-1">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}
