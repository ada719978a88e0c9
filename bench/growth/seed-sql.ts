/** How many rows of each kind a shop of the bench has. */
export interface Volume {
  readonly users: number;
  readonly purchases: number;
  readonly books: number;
  readonly highlights: number;
}

const GIVEN = ['ana', 'berta', 'carla', 'daniel', 'elena', 'fernando', 'gloria', 'hugo', 'ines', 'jorge', 'karina'];
const FAMILY = ['soto', 'perez', 'rojas', 'diaz', 'munoz', 'silva', 'vega', 'lagos', 'castro', 'reyes', 'nunez'];
/** A book of many parts, and one of them in which whoever asks has highlights. */
export const LONG_BOOK = '00000000-0000-7000-8000-000000000001';
export const READ_PART = '00000000-0000-7000-8000-000000000002';
/** 1 January 2025, and so many ms between two purchases that they fill two years. */
const START = 1_735_689_600_000;
const SPAN = 63_072_000_000;
/** Times after this stay in the future for as long as the bench matters. */
const FAR = 4_000_000_000_000;

/** SQL that fills an empty shop, the same text on SQLite and PostgreSQL. Each user's last word is a name of its own. */
export function seedSql({ users, purchases, books, highlights }: Volume): string[] {
  const numbers = (count: number): string =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const oneOf = (names: readonly string[], by: string): string =>
    `case ${by} % ${names.length} ${names.map((name, at) => `when ${at} then '${name}'`).join(' ')} end`;
  const given = oneOf(GIVEN, 'i');
  const family = oneOf(FAMILY, `(i / ${GIVEN.length})`);
  const name = `${given} || ' ' || ${family} || ' u' || cast(i as text)`;
  const email = `'u' || cast(i as text) || '@gmail.com'`;
  const step = Math.floor(SPAN / purchases);
  const word = (kind: string, subject: string, value: string, count: number): string =>
    `insert into search_words (kind, subject, word) ${numbers(count)}
     select '${kind}', '${subject}' || cast(i as text), ${value} from n`;
  const highlight = (user: string, part: string, id: string, count: number): string =>
    `insert into annotations (user_id, id, part_id, edition_id, cfi_range, range_hash, color, notes, quote, prefix,
       suffix, revision, created_at, updated_at) ${numbers(count)}
     select ${user}, '${id}' || cast(i as text), ${part}, 'edition', 'epubcfi(/6/2!/4/2,/1:' || cast(i as text) || ',/1:99)',
       '${id}' || cast(i as text), 'yellow', '[]', 'unas palabras subrayadas', '', '', i, ${START}, ${START} from n`;
  return [
    `insert into users (id, name, email, role, created_at, updated_at, sort_key, search_text) ${numbers(users)}
     select 'user-' || cast(i as text), ${name}, ${email}, 'reader', ${START}, ${START}, ${name}, ${name} || ' ' || ${email} from n`,
    ...[given, family, `'u' || cast(i as text)`, `'gmail'`, `'com'`, `'reader'`].map((value) =>
      word('user', 'user-', value, users),
    ),
    `insert into books (id, name, name_key, description, location, genre, pages, is_draft, is_active, created_at,
       updated_at, sort_key, search_text) ${numbers(books)}
     select 'book-' || cast(i as text), 'Libro ' || cast(i as text), 'libro ' || cast(i as text), '', '', '', 1, 0, 1,
       ${START}, ${START}, 'libro ' || cast(i as text), 'libro ' || cast(i as text) from n`,
    word('book', 'book-', `'libro'`, books),
    word('book', 'book-', `'l' || cast(i as text)`, books),
    `insert into book_parts (id, book_id, name, name_key, position, value, release_at, is_presale, presale_discount,
       is_draft, is_active, download_count, created_at, updated_at) ${numbers(books)}
     select 'part-' || cast(i as text), 'book-' || cast(i as text), 'Parte', 'parte', 0, 490, ${START}, 0, 0, 0, 1, 0,
       ${START}, ${START} from n`,
    word('part', 'part-', `'parte'`, books),
    // Each user's purchases are of different parts, since nobody owns a part twice.
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at) ${numbers(purchases)}
     select 'entitlement-' || cast(i as text), 'user-' || cast(i % ${users} as text),
       'part-' || cast((i / ${users} * 7 + i) % ${books} as text), 'ownership', 'free',
       cast(${START} as bigint) + cast(i as bigint) * ${step} from n`,
    `insert into sessions (id, user_id, created_at, authenticated_at, last_used_at, expires_at, absolute_expires_at,
       generation, rotated_at, user_agent, address) ${numbers(users)}
     select 'session-' || cast(i as text), 'user-' || cast(i as text), cast(${START} as bigint) + i, 0, 0, ${FAR}, ${FAR},
       1, 0, '', '' from n`,
    ...logsSql({ users, purchases }, numbers),
    `insert into books (id, name, name_key, description, location, genre, pages, is_draft, is_active, created_at,
       updated_at, sort_key, search_text)
     values ('${LONG_BOOK}', 'Largo', 'largo', '', '', '', 1, 1, 1, ${START}, ${START}, 'largo', 'largo')`,
    // One book of many parts, and what the admin who asks has read of a part.
    `insert into book_parts (id, book_id, name, name_key, position, value, release_at, is_presale, presale_discount,
       is_draft, is_active, download_count, created_at, updated_at) ${numbers(books / 5)}
     select case i when 0 then '${READ_PART}' else 'more-' || cast(i as text) end, '${LONG_BOOK}', 'Parte ' || cast(i as text), 'parte ' || cast(i as text), i + 1, 490,
       ${START}, 0, 0, 0, 1, 0, ${START}, ${START} from n`,
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at)
     select 'own', id, '${READ_PART}', 'ownership', 'free', 0 from users where role = 'admin'`,
    highlight(`(select id from users where role = 'admin')`, `'${READ_PART}'`, 'mine', 100),
    highlight(`'user-' || cast(i % ${users} as text)`, `'part-' || cast(i % ${books} as text)`, 'h', highlights),
  ];
}

/** The three logs, a line of each for every purchase, and early access of one part for every user. */
function logsSql(
  { users, purchases }: Pick<Volume, 'users' | 'purchases'>,
  numbers: (count: number) => string,
): string[] {
  const at = `cast(${START} as bigint) + cast(i as bigint) * ${Math.floor(SPAN / purchases)}`;
  return [
    `insert into audit_log (id, at, actor_id, action, subject, detail) ${numbers(purchases)}
     select 'line-' || cast(i as text), ${at}, null, 'part.granted', 'part-0', '{}' from n`,
    `insert into mails (id, dedupe_key, recipient, template, subject, text, html, attempts, sent_at, created_at)
     ${numbers(purchases)}
     select 'mail-' || cast(i as text), 'mail-' || cast(i as text), 'u@gmail.com', 'receipt', 'Tu compra', '', '', 1,
       ${at}, ${at} from n`,
    `insert into payment_notices (id, provider, provider_payment_id, deliveries, received_at, processed_at, attempts)
     ${numbers(purchases)}
     select 'notice-' || cast(i as text), 'mercadopago', cast(i as text), 1, ${at}, ${at}, 1 from n`,
    `insert into entitlements (id, user_id, part_id, kind, source, granted_at) ${numbers(users)}
     select 'early-' || cast(i as text), 'user-' || cast(i as text), 'part-0', 'early_access', 'early_access',
       cast(${START} as bigint) + i from n`,
  ];
}
