import { User } from 'lucide-react';
import { Link } from 'react-router';
import { isOnline } from '../../../offline/network-status.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { libraryTexts as t } from '../texts.ts';

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
