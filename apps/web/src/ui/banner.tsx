import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error message inside the page, announced at once. */
export function Banner({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-2 bg-danger-soft px-3.5 py-3 text-sm font-medium text-danger [&>svg]:size-5 [&>svg]:shrink-0"
    >
      <CircleAlert aria-hidden="true" />
      <div>
        <p className="font-semibold">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
