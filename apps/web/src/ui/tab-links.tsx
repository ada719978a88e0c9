import { useEffect, useRef } from 'react';
// Not NavLink: that one would join the public pages' scripts.
import { Link } from 'react-router';

interface TabLinksProps {
  /** What the tabs are of. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
  /** Address shown; the current tab is brought to the middle when the row is too long. */
  readonly current: string;
}

/** Tabs that are addresses. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
    // oxlint-disable-next-line exhaustive-effect-dependencies -- which link is current follows from the address
  }, [current]);
  return (
    <nav aria-label={label} className="max-lg:-mx-(--cb-gutter)">
      <ul
        ref={list}
        className="relative flex overflow-x-auto border-b border-line [scrollbar-width:none] max-lg:px-(--cb-gutter)"
      >
        {tabs.map((tab, index) => (
          <li key={tab.to} className="shrink-0">
            <Link
              to={tab.to}
              aria-current={tab.to === current ? 'page' : undefined}
              className={`group relative inline-flex min-h-12 items-center px-4 text-[0.9375rem] font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink ${index === 0 ? 'pl-0' : ''}`}
            >
              {tab.label}
              <span
                aria-hidden="true"
                className={`absolute right-4 bottom-0 h-[3px] bg-accent opacity-0 transition-opacity duration-(--cb-dur-ui) group-aria-[current=page]:opacity-100 ${index === 0 ? 'left-0' : 'left-4'}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
