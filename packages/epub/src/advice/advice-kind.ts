import type { AdviceKind } from '../gate/gate-warning.ts';

/** Message ids of epubcheck by their beginning, the longest that fits first; everything else is `advice-other`. */
const KINDS: readonly (readonly [string, AdviceKind])[] = [
  ['RSC-005', 'advice-markup'],
  ['RSC-016', 'advice-markup'],
  ['RSC-017', 'advice-markup'],
  ['HTM-', 'advice-markup'],
  ['RSC-', 'advice-links'],
  ['NAV-', 'advice-contents'],
  ['NCX-', 'advice-contents'],
  ['OPF-', 'advice-package'],
  ['CSS-', 'advice-style'],
  ['MED-', 'advice-media'],
  ['PKG-', 'advice-package'],
  ['ACC-', 'advice-accessibility'],
];

/** Names the subject of an epubcheck message, for a report that an author understands. */
export function adviceKindOf(messageId: string): AdviceKind {
  return KINDS.find(([beginning]) => messageId.startsWith(beginning))?.[1] ?? 'advice-other';
}
