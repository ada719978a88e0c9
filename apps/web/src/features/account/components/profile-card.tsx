import type { Profile } from '@cuentos/contract/auth';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface ProfileCardProps {
  readonly profile: Profile;
  readonly notice?: ReactNode;
  readonly rows: readonly { readonly to: string; readonly label: string }[];
}

/** Name, e-mail and the rows, user settings. */
export function ProfileCard({ profile, notice, rows }: ProfileCardProps) {
  return (
    <>
      <h2 className="type-2 break-words">{profile.name}</h2>
      <p className="mt-0.5 break-all text-ink-2">{profile.email}</p>
      {notice}
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
    </>
  );
}
