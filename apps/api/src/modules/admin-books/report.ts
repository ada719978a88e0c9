import type { AdminEdition, GateFinding } from '@cuentos/contract/admin-parts';
import { ADVICE, type GateWarning, REMOVALS, type WarningKind } from '@cuentos/epub/gate/gate-warning';
import type { EditionListing } from '../editions/service.ts';
import { findingTexts } from './texts.ts';

const FILES_SHOWN = 100;
const removals: ReadonlySet<string> = new Set(REMOVALS);
const advice: ReadonlySet<string> = new Set(ADVICE);

/** Findings by kind: what was taken out first, advice last. */
function presentFindings(warnings: readonly GateWarning[]): GateFinding[] {
  const findings = [...Map.groupBy(warnings, ({ kind }) => kind)].map(([kind, ofKind]) => presentKind(kind, ofKind));
  const rank = (each: GateFinding): number => (each.removed ? 0 : each.advice ? 2 : 1);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function presentKind(kind: WarningKind, warnings: readonly GateWarning[]): GateFinding {
  return {
    kind,
    removed: removals.has(kind),
    advice: advice.has(kind),
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
