import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './navigation.tsx';

export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] font-medium text-ink-2 underline-offset-[0.3em] hover:text-ink hover:underline [&>svg]:size-5"
    >
      <ArrowLeft aria-hidden="true" />
      {children}
    </Link>
  );
}
