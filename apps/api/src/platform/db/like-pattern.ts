import { foldText } from '@cuentos/domain/text/fold';

/** Pattern for `like … escape '\'` that finds what was typed anywhere in a folded search text; null finds everything. */
export function likePattern(typed: string | undefined): string | null {
  const folded = foldText(typed ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return folded === '' ? null : `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
