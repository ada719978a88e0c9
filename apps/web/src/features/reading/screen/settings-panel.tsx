import { type ReactNode, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import { useLayer } from '../../../ui/overlays/use-layer.ts';
import { PartDownload } from '../../library/device-state.tsx';
import { highlightTexts } from '../../highlights/texts.ts';
import { goToChapter } from '../jumps.ts';
import { panelTexts as t } from '../panel-texts.ts';
import { ThemeTab } from '../themes/theme-tab.tsx';
import type { SavedTheme, ThemeChange } from '../themes/themes.ts';
import type { ReaderProps } from '../tools/reading-tools.ts';
import { HighlightsTab } from './highlights-tab.tsx';
import { ReaderSheet } from './reader-sheet.tsx';
import { SectionsTab } from './sections-tab.tsx';
import { useEscape } from './use-reading-screen.ts';

interface SettingsPanelProps {
  readonly open: boolean;
  /** Contents of the tab 'Secciones'. */
  readonly sections: ReactNode;
  /** Contents of the tab 'Resaltados'; null where highlighting is impossible. */
  readonly highlights: ReactNode;
  readonly highlightCount: number;
  readonly theme: SavedTheme;
  readonly onClose: () => void;
  readonly onTheme: (change: ThemeChange) => void;
}

const tabs = [
  { id: 'sections', label: t.sections },
  { id: 'highlights', label: highlightTexts.tab },
  { id: 'theme', label: t.theme },
] as const;
type TabId = (typeof tabs)[number]['id'];

/** The bottom sheet, without a scrim: changes show at once behind it. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { open, sections, highlights, highlightCount, theme, onClose, onTheme } = props;
  const [tab, setTab] = useState<TabId>('sections');
  return (
    <ReaderSheet
      open={open}
      label={t.settings}
      focusOn="[aria-selected=true]"
      onClose={onClose}
      className="max-h-[68dvh] grid-rows-[auto_auto_minmax(0,1fr)]"
    >
      <TabList
        current={tab}
        shownTabs={tabs.filter(({ id }) => id !== 'highlights' || highlights !== null)}
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
    </ReaderSheet>
  );
}

interface TabListProps {
  readonly current: TabId;
  readonly shownTabs: readonly (typeof tabs)[number][];
  /** Number of highlights. */
  readonly highlights: number;
  readonly onChange: (id: TabId) => void;
}

function TabList({ current, shownTabs, highlights, onChange }: TabListProps) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={t.tabs}
      className="flex border-b border-(--rd-line) px-4"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        const step = event.key === 'ArrowRight' ? 1 : shownTabs.length - 1;
        const next = shownTabs[(shownTabs.findIndex(({ id }) => id === current) + step) % shownTabs.length] ?? tabs[0];
        onChange(next.id);
        document.getElementById(`reader-tab-${next.id}`)?.focus();
      }}
    >
      {shownTabs.map(({ id, label }) => (
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

/** The panel with the data of its tabs. */
export function ReaderPanel({ session, tools }: ReaderProps) {
  const { place, theme, panelOpen } = useStore(session);
  const { contents, book } = session;
  const highlights = useStore(tools.notes).highlights ?? [];
  useEscape(panelOpen, session.closePanel);
  useLayer(session.layers, panelOpen, session.closePanel, { modal: false });
  return (
    <SettingsPanel
      open={panelOpen}
      sections={
        <>
          <div className="mt-4 empty:hidden">
            <PartDownload partId={book.partId} />
          </div>
          <SectionsTab
            contents={contents}
            current={contents.chapterAt(place?.tocHref ?? null)}
            open={panelOpen}
            theme={theme.name}
            onTheme={(name) => void session.changeTheme({ name })}
            bookmarks={tools.bookmarks}
            onJump={(href) => {
              session.closePanel();
              void goToChapter(session, href);
            }}
            onBookmark={(bookmark) => {
              session.closePanel();
              void tools.bookmarks.targetOf(bookmark).then((target) => session.jump(target));
            }}
            onListen={() => {
              session.closePanel();
              tools.open({ speech: true });
            }}
          />
        </>
      }
      highlights={book.preview ? null : <HighlightsTab session={session} tools={tools} />}
      highlightCount={highlights.length}
      theme={theme}
      onClose={session.closePanel}
      onTheme={(change) => void session.changeTheme(change)}
    />
  );
}
