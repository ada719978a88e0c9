/** Number of rows of each kind in a shop of the bench. */
export interface Volume {
  readonly users: number;
  readonly purchases: number;
  readonly books: number;
  readonly highlights: number;
}

const GIVEN = ['ana', 'berta', 'carla', 'daniel', 'elena', 'fernando', 'gloria', 'hugo', 'ines', 'jorge', 'karina'];
const FAMILY = ['soto', 'perez', 'rojas', 'diaz', 'munoz', 'silva', 'vega', 'lagos', 'castro', 'reyes', 'nunez'];
/** A part in which the requesting admin has highlights. */
export const READ_PART = '00000000-0000-7000-8000-000000000002';
/** Time of the first purchase, 1 January 2025, epoch ms; `SPAN` is the time to the last one, two years in ms. */
const START = 1_735_689_600_000;
const SPAN = 63_072_000_000;
/** Time of expiry of the sessions, epoch ms, far in the future. */
const FAR = 4_000_000_000_000;

/** Makes an id of a real one's length from the number of its row. */
const id = (kind: string, row: string): string =>
  `'${kind.padEnd(8, '0').slice(0, 8)}-0000-7000-8000-' || cast(100000000000 + ${row} as text)`;

/**
 * Returns SQL that fills an empty shop, the same text on SQLite and PostgreSQL. The last word of each user's name is
 * unique.
 */
export function seedSql({ users, purchases, books, highlights }: Volume): string[] {
  const numbers = (count: number): string =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const oneOf = (names: readonly string[], by: string): string =>
    `case ${by} % ${names.length} ${names.map((name, at) => `when ${at} then '${name}'`).join(' ')} end`;
  const givenName = oneOf(GIVEN, 'i');
  const family = oneOf(FAMILY, `(i / ${GIVEN.length})`);
  const name = `${givenName} || ' ' || ${family} || ' u' || cast(i as text)`;
  const email = `'u' || cast(i as text) || '@gmail.com'`;
  const step = Math.floor(SPAN / purchases);
  const highlight = (user: string, part: string, name: string, count: number): string =>
    `insert into annotations (user_id, id, part_id, edition_id, cfi_range, range_hash, color, notes, quote, prefix,
       suffix, revision, created_at, updated_at) ${numbers(count)}
     select ${user}, '${name}' || cast(i as text), ${part}, 'edition', 'epubcfi(/6/2!/4/2,/1:' || cast(i as text) || ',/1:99)',
       '${name}' || cast(i as text), 'yellow', '[]', 'unas palabras subrayadas', '', '', i, ${START}, ${START} from n`;
  return [
    `insert into users (id, name, email, role, created_at, updated_at, sort_key, search_text) ${numbers(users)}
     select ${id('user', 'i')}, ${name}, ${email}, 'reader', ${START}, ${START}, ${name}, ${name} || ' ' || ${email} from n`,
    `insert into books (id, name, name_key, description, location, genre, pages, is_draft, is_active, created_at,
       updated_at, sort_key, search_text) ${numbers(books)}
     select ${id('book', 'i')}, 'Libro ' || cast(i as text), 'libro ' || cast(i as text), '', '', '', 1, 0, 1,
       ${START}, ${START}, 'libro ' || cast(i as text), 'libro ' || cast(i as text) from n`,
    `insert into book_parts (id, book_id, name, name_key, position, value, release_at, is_presale, presale_discount,
       is_draft, is_active, download_count, created_at, updated_at) ${numbers(books)}
     select ${id('part', 'i')}, ${id('book', 'i')}, 'Parte', 'parte', 0, 490, ${START}, 0, 0, 0, 1, 0,
       ${START}, ${START} from n`,
    `insert into book_parts (id, book_id, name, name_key, position, value, release_at, is_presale, presale_discount,
       is_draft, is_active, download_count, created_at, updated_at)
     values ('${READ_PART}', ${id('book', '0')}, 'Leída', 'leida', 1, 490, ${START}, 0, 0, 0, 1, 0, ${START}, ${START})`,
    // Gives each user purchases of different parts, because no user owns a part twice.
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at) ${numbers(purchases)}
     select ${id('entitlement', 'i')}, ${id('user', `i % ${users}`)},
       ${id('part', `(i / ${users} * 7 + i) % ${books}`)}, 'ownership', 'free',
       cast(${START} as bigint) + cast(i as bigint) * ${step} from n`,
    `insert into sessions (id, user_id, created_at, authenticated_at, last_used_at, expires_at, absolute_expires_at,
       generation, predecessor, voided_generation, is_confirmed, rotated_at, user_agent, address) ${numbers(users)}
     select ${id('session', 'i')}, ${id('user', 'i')}, cast(${START} as bigint) + i, 0, 0, ${FAR}, ${FAR},
       1, 0, 0, 1, 0, '', '' from n`,
    ...logsSql({ users, purchases }, numbers),
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at)
     select 'own', id, '${READ_PART}', 'ownership', 'free', 0 from users where role = 'admin'`,
    highlight(`(select id from users where role = 'admin')`, `'${READ_PART}'`, 'mine', 100),
    highlight(id('user', `i % ${users}`), id('part', `i % ${books}`), 'h', highlights),
  ];
}

/**
 * Returns SQL for the three logs, with a line in each for every purchase, and for early access of one part for every
 * user.
 */
function logsSql(
  { users, purchases }: Pick<Volume, 'users' | 'purchases'>,
  numbers: (count: number) => string,
): string[] {
  const at = `cast(${START} as bigint) + cast(i as bigint) * ${Math.floor(SPAN / purchases)}`;
  return [
    `insert into audit_log (id, at, actor_id, action, subject, detail) ${numbers(purchases)}
     select ${id('line', 'i')}, ${at}, null, 'part.granted', ${id('part', '0')}, '{}' from n`,
    `insert into mails (id, dedupe_key, event, recipient, template, subject, text, html, attempts, sent_at, created_at)
     ${numbers(purchases)}
     select ${id('mail', 'i')}, ${id('mail', 'i')}, '', 'u@gmail.com', 'receipt', 'Tu compra', '', '', 1,
       ${at}, ${at} from n`,
    `insert into payment_notices (id, provider, provider_payment_id, deliveries, received_at, processed_at, attempts)
     ${numbers(purchases)}
     select ${id('notice', 'i')}, 'mercadopago', cast(i as text), 1, ${at}, ${at}, 1 from n`,
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at) ${numbers(users)}
     select ${id('early', 'i')}, ${id('user', 'i')}, ${id('part', '0')}, 'early_access', 'early_access',
       cast(${START} as bigint) + i from n`,
  ];
}
