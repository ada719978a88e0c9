import type { Profile } from '@cuentos/contract/auth';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { accountTexts as t } from '../texts.ts';

interface ProfileCardProps {
  readonly profile: Profile;
  readonly onSignOut: () => void;
}

const panels = { admin: '/admin', writter: '/writter', reader: null } as const;

/** Name, e-mail and the rows of spec §2, user settings. */
export function ProfileCard({ profile, onSignOut }: ProfileCardProps) {
  const panel = panels[profile.role];
  const rows = [
    { to: '/reader-settings', label: t.rows.reader },
    { to: '/update-password', label: t.rows.password },
    ...(panel ? [{ to: panel, label: t.rows.admin }] : []),
  ];
  return (
    <div className="max-w-[640px]">
      <div className="grid gap-0.5">
        <h2 className="type-2 break-words">{profile.name}</h2>
        <p className="break-all text-ink-2">{profile.email}</p>
      </div>
      <ul className="mt-8 border-t border-line">
        {rows.map((row) => (
          <li key={row.to} className="border-b border-line">
            <Link
              to={row.to}
              className="flex min-h-15 items-center justify-between gap-4 font-serif text-lg font-[560] hover:text-accent [&>svg]:size-5 [&>svg]:text-ink-3"
            >
              {row.label}
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <Button className="mt-8" onClick={onSignOut}>
        {t.signOut}
      </Button>
    </div>
  );
}
