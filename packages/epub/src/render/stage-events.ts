import type { SectionView } from './section-view.ts';

/** What the stage tells the reader. */
export interface StageEvents {
  /** The shown page changed, or its text moved. Called before the paint; the caller must not read the layout. */
  readonly onMove: (reason: 'turn' | 'jump' | 'layout') => void;
  /** A section has a document; its listeners can be added. */
  readonly onLoad: (view: SectionView) => void;
  readonly onUnload: (view: SectionView) => void;
  /** The neighbours are laid out for the next turns. */
  readonly onPrepared: () => void;
}
