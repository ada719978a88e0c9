import type { AdminEdition, GateFinding } from '@cuentos/contract/admin-parts';
import { type GateWarning, REMOVALS, type WarningKind } from '@cuentos/epub/gate/gate-warning';
import type { EditionListing } from '../editions/service.ts';
import { findingTexts } from './texts.ts';

const FILES_SHOWN = 100;
const removals: ReadonlySet<string> = new Set(REMOVALS);

/** Findings by kind: what was taken out first. */
function presentFindings(warnings: readonly GateWarning[]): GateFinding[] {
  const findings = [...Map.groupBy(warnings, ({ kind }) => kind)].map(([kind, ofKind]) => presentKind(kind, ofKind));
  return findings.toSorted((a, b) => Number(b.removed) - Number(a.removed));
}

function presentKind(kind: WarningKind, warnings: readonly GateWarning[]): GateFinding {
  return {
    kind,
    removed: removals.has(kind),
    text: findingTexts[kind],
    count: warnings.reduce((sum, { count }) => sum + count, 0),
    files: warnings
      .map(({ path }) => path)
      .filter((path) => path !== '')
      .slice(0, FILES_SHOWN),
  };
}

/** An edition with its report. */
export function presentEdition(edition: EditionListing): AdminEdition {
  return {
    id: edition.id,
    book_part_id: edition.part_id,
    state: edition.state,
    size: edition.file_size,
    created_at: new Date(edition.created_at).toISOString(),
    published_at: edition.published_at === null ? null : new Date(edition.published_at).toISOString(),
    report: presentFindings(JSON.parse(edition.warnings) as GateWarning[]),
  };
}
