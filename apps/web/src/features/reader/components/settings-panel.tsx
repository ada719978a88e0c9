import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readerTexts as t } from '../texts.ts';
import type { ThemeChange } from '../theme-store.ts';
import type { SavedTheme } from '../themes.ts';
import { useSheetDrag } from '../use-sheet-drag.ts';
import { ThemeTab } from './theme-tab.tsx';

interface SettingsPanelProps {
  readonly open: boolean;
  /** Contents of the tab 'Secciones'. */
  readonly sections: ReactNode;
  readonly theme: SavedTheme;
  readonly onClose: () => void;
  readonly onTheme: (change: ThemeChange) => void;
}

const tabs = [
  { id: 'sections', label: t.sections },
  { id: 'theme', label: t.theme },
] as const;
type TabId = (typeof tabs)[number]['id'];

/** The bottom sheet (spec §2 'Settings panel', look §7): no scrim, changes show at once behind it. */
export function SettingsPanel({ open, sections, theme, onClose, onTheme }: SettingsPanelProps) {
  const [tab, setTab] = useState<TabId>('sections');
  const sheet = useRef<HTMLDialogElement>(null);
  const drag = useSheetDrag(onClose);
  useEffect(() => {
    if (open) sheet.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true });
  }, [open]);
  return (
    <dialog
      ref={sheet}
      open={open}
      aria-label={t.settings}
      className="sheet-motion fixed inset-x-0 top-auto bottom-0 z-40 mx-auto max-h-[68dvh] w-full max-w-[640px] grid-rows-[auto_auto_minmax(0,1fr)] rounded-sheet border border-b-0 border-(--rd-line) bg-(--rd-chrome) p-0 shadow-modal open:grid"
    >
      <div aria-hidden="true" className="grid h-5 touch-none place-items-center" {...drag}>
        <span className="reader-seam w-10" />
      </div>
      <TabList current={tab} onChange={setTab} />
      <div
        role="tabpanel"
        id={`reader-panel-${tab}`}
        aria-labelledby={`reader-tab-${tab}`}
        tabIndex={-1}
        data-quiet-focus=""
        className="overflow-y-auto overscroll-contain px-5 pb-[26px]"
      >
        {tab === 'sections' ? sections : <ThemeTab theme={theme} onChange={onTheme} />}
      </div>
    </dialog>
  );
}

function TabList({ current, onChange }: { readonly current: TabId; readonly onChange: (id: TabId) => void }) {
  const other = tabs.find(({ id }) => id !== current) ?? tabs[0];
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={t.tabs}
      className="flex border-b border-(--rd-line) px-4"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        onChange(other.id);
        document.getElementById(`reader-tab-${other.id}`)?.focus();
      }}
    >
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`reader-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === current}
          aria-controls={id === current ? `reader-panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
          className="group relative min-h-12 flex-1 px-2 text-[0.9375rem] font-medium text-(--rd-muted) aria-selected:font-semibold aria-selected:text-(--rd-text)"
        >
          {label}
          <span
            aria-hidden="true"
            className="absolute inset-x-2 bottom-0 h-[3px] bg-(--rd-text) opacity-0 transition-opacity duration-(--cb-dur-ui) group-aria-selected:opacity-100"
          />
        </button>
      ))}
    </div>
  );
}
