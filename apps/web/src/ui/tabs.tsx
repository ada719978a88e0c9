import type { ReactNode } from 'react';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Number of items in the tab; while it is unknown (null), its room is reserved. */
  readonly count?: number | null;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
  readonly children: ReactNode;
}

/** Tabs with their panel; arrow keys move between tabs, as in ARIA's pattern. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, children }: TabsProps<Id>) {
  const move = (step: number) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          if (event.key === 'ArrowLeft') move(-1);
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === current}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className="group relative inline-flex min-h-12 items-center gap-2 px-4 text-[0.9375rem] font-medium whitespace-nowrap text-ink-2 first:pl-0 hover:text-ink aria-selected:font-semibold aria-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span
                className={`figures inline-grid h-5 min-w-[22px] place-items-center rounded-1 bg-accent-soft px-1.5 text-2xs font-semibold text-accent ${tab.count ? '' : 'invisible'}`}
              >
                {tab.count || ''}
              </span>
            )}
            <span
              aria-hidden="true"
              className="absolute right-4 bottom-0 left-4 h-[3px] bg-accent opacity-0 transition-opacity duration-(--cb-dur-ui) group-first:left-0 group-aria-selected:opacity-100"
            />
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`panel-${current}`}
        aria-labelledby={`tab-${current}`}
        tabIndex={-1}
        data-quiet-focus=""
        className="flow-root"
      >
        {children}
      </div>
    </>
  );
}
