import { ApiError } from '../../lib/api/api-error.ts';
import { ask } from '../../ui/overlays/confirm.ts';
import { NotMeant } from './admin-mutation.ts';
import { formatMinute } from './dates.ts';
import { changedMeanwhileTexts as texts, fieldNames as labels } from './texts.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A field of several lines is quoted by its beginning. */
const LONGEST = 120;

function shortText(value: string): string {
  if (INSTANT.test(value)) return formatMinute(value);
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}

/** Makes a sentence for each changed field, and one for all fields without a name of their own. */
function linesOf(fields: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(fields).flatMap(([field, value]) => {
    const label = labels[field];
    return label === undefined ? [] : [texts.line(label, shortText(value))];
  });
  // Without a sentence the person would overwrite the value without seeing it.
  return named.length === Object.keys(fields).length ? named : [...named, texts.more];
}

/**
 * Makes sentences about fields whose shop values changed since a draft was begun.
 * @param before the values then
 * @param draft values typed since; a field with the shop's current value is left out
 */
export function newsOf(before: object, now: object, draft: object): string[] {
  const isOther = (values: object, field: string, value: unknown) =>
    JSON.stringify((values as Readonly<Record<string, unknown>>)[field]) !== JSON.stringify(value);
  const changed = Object.entries(now).filter(
    ([field, value]) => isOther(before, field, value) && isOther(draft, field, value),
  );
  return linesOf(Object.fromEntries(changed.map(([field, value]) => [field, String(value)])));
}

/**
 * Saves; if another admin changed the same field since the form was opened, shows the current value and asks.
 * @param send with `isMeant` it overwrites the current value. Throws NotMeant when the person declines.
 */
export async function saveOrChoose<Saved>(send: (isMeant: boolean) => Promise<Saved>): Promise<Saved> {
  try {
    return await send(false);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error;
    const message = [...linesOf(error.fields), texts.question].join(' ');
    const isMeant = await ask({ title: texts.title, message, confirm: texts.mine, cancel: texts.theirs });
    if (!isMeant) throw new NotMeant();
    return send(true);
  }
}

/** Returns the first values of the fields that a form changes. */
export function seenOf(entity: object, changed: Iterable<string>): Record<string, unknown> {
  const all = entity as Readonly<Record<string, unknown>>;
  const names = new Set([...changed].map((field) => (field.startsWith('series_') ? 'series' : field)));
  return Object.fromEntries([...names].filter((name) => name in all).map((name) => [name, all[name]]));
}
