import { User } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { isOnline } from '../../device/network-status.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { libraryTexts as t } from './texts.ts';

/** 'Mi Perfil'; without a connection the screen shows less, and this link says why. */
export function ProfileLink() {
  const navigate = useNavigate();
  return (
    <Link
      to="/user-settings"
      className={`${buttonClass()} max-[30rem]:px-3!`}
      onClick={(event) => {
        if (isOnline()) return;
        event.preventDefault();
        showToast('error', t.noConnection, { about: 'connection' });
        // Without the screen's code the current page stays.
        import('../users/profile-screen.tsx').then(
          () => navigate('/user-settings'),
          () => {},
        );
      }}
    >
      <User aria-hidden="true" />
      {t.profile}
    </Link>
  );
}
