import { AppError } from './app-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Rejects a stale edit: another member of the team changed the row since this form was opened.
 * @param seenFields first values of the fields that the form changes; undefined when the edit replaces whatever is
 * there.
 * @param current the same in the wire format, as it stands now.
 * @param after as it will be: what stands so already is no dispute.
 * @throws {AppError} changed_meanwhile, with what stands now in each of `fields`
 */
export function refuseOverwriting(seenFields: Fields | undefined, current: object, after: object): void {
  if (!seenFields) return;
  const [now, next] = [current as Fields, after as Fields];
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  const disputed = Object.keys(seenFields).filter(
    (field) => Object.hasOwn(now, field) && !same(now[field], seenFields[field]) && !same(now[field], next[field]),
  );
  if (disputed.length === 0) return;
  const fields = Object.fromEntries(disputed.map((field) => [field, textOf(now[field])]));
  throw new AppError('changed_meanwhile', { fields });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
