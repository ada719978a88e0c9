import { User } from 'lucide-react';
import { Link } from 'react-router';
import { isOnline } from '../../device/network-status.ts';
import { buttonClass } from '../../ui/button.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { libraryTexts as t } from './texts.ts';

/** 'Mi Perfil'; needs a connection. */
export function ProfileLink() {
  return (
    <Link
      to="/user-settings"
      className={`${buttonClass()} max-[30rem]:px-3!`}
      onClick={(event) => {
        if (isOnline()) return;
        event.preventDefault();
        showToast('error', t.noConnection);
      }}
    >
      <User aria-hidden="true" />
      {t.profile}
    </Link>
  );
}
