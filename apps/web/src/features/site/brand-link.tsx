import { useStoreName } from '../../lib/page-data.ts';
import { Mark } from '../../ui/mark.tsx';
import { Link } from '../../ui/navigation.tsx';

/** Logo and name; `compact` shows only the pocket below 1024 px, as large letters on a narrow phone do. */
export function BrandLink({ to = '/', compact = false }: { readonly to?: string; readonly compact?: boolean }) {
  const name = useStoreName();
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 min-w-[44px] items-center gap-2.5 py-1.5 font-serif text-[min(var(--text-lg),7.5vw)] leading-[1.15] font-semibold tracking-[-0.012em] text-ink [&>svg]:shrink-0"
    >
      <Mark />
      <span className={`line-clamp-3 max-w-[22em] text-balance ${compact ? 'max-lg:sr-only' : '@max-[10rem]:sr-only'}`}>
        {name}
      </span>
    </Link>
  );
}
