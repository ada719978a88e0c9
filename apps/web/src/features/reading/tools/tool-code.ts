/** The code of each tool, which comes when it is first asked for: the page does not wait for tools that were not opened. */
export const toolCode = {
  search: () => import('../search/search-sheet.tsx'),
  slider: () => import('../slider/place-slider.tsx'),
  tutorial: () => import('../tutorial/tutorial.tsx'),
  speech: () => import('../speech/speech-bar.tsx'),
  note: () => import('./footnote-card.tsx'),
  picture: () => import('./picture-view.tsx'),
  place: () => import('./open-at-place.ts'),
} as const;
