import { HighlightsTab } from '../notes/highlights-tab.tsx';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../reading-tools.ts';
import { useStore } from '../store.ts';
import { useLayer } from '../use-layers.ts';
import { useEscape } from '../use-reading-screen.ts';
import { SectionsTab } from './sections-tab.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** The book that a part of the reading room is about. */
export interface RoomProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

/** The panel with what its tabs need. */
export function RoomPanel({ session, tools }: RoomProps) {
  const { place, theme, panelOpen } = useStore(session);
  const { contents, book } = session;
  const highlights = useStore(tools.notes).highlights ?? [];
  useEscape(panelOpen, session.closePanel);
  useLayer(session.layers, panelOpen, session.closePanel, { modal: false });
  return (
    <SettingsPanel
      open={panelOpen}
      sections={
        <SectionsTab
          contents={contents}
          current={contents.chapterAt(place?.tocHref ?? null)}
          open={panelOpen}
          theme={theme.name}
          onTheme={(name) => void session.changeTheme({ name })}
          bookmarks={tools.bookmarks}
          onJump={(href) => void session.goToChapter(href)}
          onBookmark={(bookmark) => {
            session.closePanel();
            void tools.bookmarks.targetOf(bookmark).then((target) => session.jump(target));
          }}
          onListen={() => {
            session.closePanel();
            tools.open({ speech: true });
          }}
        />
      }
      highlights={book.preview ? null : <HighlightsTab desk={tools.notes} onLeave={session.closePanel} />}
      highlightCount={highlights.length}
      theme={theme}
      onClose={session.closePanel}
      onTheme={(change) => void session.changeTheme(change)}
    />
  );
}
