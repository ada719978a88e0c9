import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { notesTexts } from '../notes/notes-texts.ts';
import { readerTexts as t } from '../texts.ts';
import type { ThemeChange } from '../theme-store.ts';
import type { SavedTheme } from '../themes.ts';
import { useSheetDrag } from '../use-sheet-drag.ts';
import { ThemeTab } from './theme-tab.tsx';

interface SettingsPanelProps {
  readonly open: boolean;
  /** Contents of the tab 'Secciones'. */
  readonly sections: ReactNode;
  /** Contents of the tab 'Resaltados'; null where nothing can be highlighted. */
  readonly highlights: ReactNode;
  readonly highlightCount: number;
  readonly theme: SavedTheme;
  readonly onClose: () => void;
  readonly onTheme: (change: ThemeChange) => void;
}

const tabs = [
  { id: 'sections', label: t.sections },
  { id: 'highlights', label: notesTexts.tab },
  { id: 'theme', label: t.theme },
] as const;
type TabId = (typeof tabs)[number]['id'];

/** The bottom sheet: no scrim, changes show at once behind it. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { open, sections, highlights, highlightCount, theme, onClose, onTheme } = props;
  const [tab, setTab] = useState<TabId>('sections');
  const sheet = useRef<HTMLDialogElement>(null);
  const drag = useSheetDrag(onClose);
  useFocusWhileOpen(sheet, open);
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
      <TabList
        current={tab}
        shown={tabs.filter(({ id }) => id !== 'highlights' || highlights !== null)}
        highlights={highlightCount}
        onChange={setTab}
      />
      <div
        role="tabpanel"
        id={`reader-panel-${tab}`}
        aria-labelledby={`reader-tab-${tab}`}
        tabIndex={-1}
        data-quiet-focus=""
        className="overflow-y-auto overscroll-contain px-5 pb-[26px]"
      >
        {tab === 'sections' && sections}
        {tab === 'highlights' && highlights}
        {tab === 'theme' && <ThemeTab theme={theme} onChange={onTheme} />}
      </div>
    </dialog>
  );
}

/** Takes the focus to the tabs, and back to where it was when the panel goes with it. */
function useFocusWhileOpen(sheet: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    const element = sheet.current;
    const before = document.activeElement as HTMLElement | null;
    element?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || element?.contains(activeElement);
      if (isLost && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, [sheet, open]);
}

interface TabListProps {
  readonly current: TabId;
  readonly shown: readonly (typeof tabs)[number][];
  /** How many highlights there are. */
  readonly highlights: number;
  readonly onChange: (id: TabId) => void;
}

function TabList({ current, shown, highlights, onChange }: TabListProps) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={t.tabs}
      className="flex border-b border-(--rd-line) px-4"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        const step = event.key === 'ArrowRight' ? 1 : shown.length - 1;
        const next = shown[(shown.findIndex(({ id }) => id === current) + step) % shown.length] ?? tabs[0];
        onChange(next.id);
        document.getElementById(`reader-tab-${next.id}`)?.focus();
      }}
    >
      {shown.map(({ id, label }) => (
        <button
          key={id}
          id={`reader-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === current}
          aria-controls={id === current ? `reader-panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
          className="group relative min-h-12 flex-1 px-2 text-[0.9375rem] whitespace-nowrap font-medium text-(--rd-muted) aria-selected:font-semibold aria-selected:text-(--rd-text)"
        >
          {label}
          {id === 'highlights' && highlights > 0 && (
            <span className="figures ms-2 inline-block min-w-5 rounded-1 bg-(--rd-text) px-1.5 text-[0.75rem] leading-5 font-semibold text-(--rd-chrome)">
              {highlights}
            </span>
          )}
          <span
            aria-hidden="true"
            className="absolute inset-x-2 bottom-0 h-[3px] bg-(--rd-text) opacity-0 transition-opacity duration-(--cb-dur-ui) group-aria-selected:opacity-100"
          />
        </button>
      ))}
    </div>
  );
}
