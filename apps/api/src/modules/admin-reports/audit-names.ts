import type { Named } from './repository.ts';

/** What an entry of the audit log is about, in words. */
export interface AuditNames {
  readonly subject_name: string | null;
  readonly person: { readonly name: string; readonly email: string } | null;
}

/** Ids that an entry names, the closest first: a part says more than its order. */
export function idsOf(subject: string, detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null) return [subject];
  const { user, part, partId, order } = detail as Readonly<Record<string, unknown>>;
  return [part, partId, subject, user, order].filter((id) => typeof id === 'string');
}

/** The first name and the first person among the rows that an entry names. */
export function namesOf(subject: string, detail: unknown, found: readonly Named[]): AuditNames {
  const rows = idsOf(subject, detail).flatMap((id) => found.filter((row) => row.id === id));
  const named = rows.find(({ label }) => label !== null);
  const person = rows.find(({ email }) => email !== null);
  return {
    subject_name: named?.label ?? null,
    person: person?.email ? { name: person.name ?? '', email: person.email } : null,
  };
}
