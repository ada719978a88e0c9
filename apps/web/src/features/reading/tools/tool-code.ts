/** The code of each tool, loaded when the tool is first opened, so that the page does not wait for it. */
export const toolCode = {
  search: () => import('../search/search-sheet.tsx'),
  slider: () => import('../slider/place-slider.tsx'),
  tutorial: () => import('../tutorial/tutorial.tsx'),
  speech: () => import('../speech/speech-bar.tsx'),
  note: () => import('./footnote-card.tsx'),
  picture: () => import('./picture-view.tsx'),
  place: () => import('./open-at-place.ts'),
} as const;
