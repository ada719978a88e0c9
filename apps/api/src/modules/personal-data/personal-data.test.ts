import type { PersonalData } from '@cuentos/contract/personal-data';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addBook, addPart, addReader, signIn, type SignedIn } from '../../testing/fixtures.ts';
import type { Tx } from '../../platform/db/db.ts';
import { updateUser } from '../auth/service.ts';
import { coverage } from './coverage.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const URL = '/api/users/me/data';
const copyOf = async (person: SignedIn) => {
  const answer = await get(test, URL, person.headers);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json<PersonalData>();
};

let plants = 0;

/** Facts planted for one person, each with a unique word, and secrets with theirs. */
interface Planting {
  readonly person: SignedIn;
  readonly now: number;
  readonly partId: string;
  readonly otherPartId: string;
  readonly bookId: string;
  readonly followedId: string;
  /** Returns a word that the copy must contain. */
  fact(of: string): string;
  /** Returns a word that the copy must not contain. */
  secret(of: string): string;
}

/** Adds a row for the person to every table that the copy covers. */
async function plant(person: SignedIn): Promise<{ readonly facts: string[]; readonly secrets: string[] }> {
  plants += 1;
  const facts: string[] = [];
  const secrets: string[] = [];
  const word = (list: string[], of: string) => {
    list.push(`${of}-${plants}-de-${person.user.id}`);
    return list.at(-1)!;
  };
  const fact = (of: string) => word(facts, of);
  const book = await addBook(test, { name: fact('libro') });
  const followed = await addBook(test, { name: fact('seguido') });
  const part = await addPart(test, book.id, { name: fact('parte') });
  const other = await addPart(test, book.id, { name: fact('adelanto') });
  const planting: Planting = {
    person,
    now: test.clock.now(),
    partId: part.id,
    otherPartId: other.id,
    bookId: book.id,
    followedId: followed.id,
    fact,
    secret: (of) => word(secrets, of),
  };
  await test.ports.db.withTx(async (tx) => {
    await plantAccount(tx, planting);
    await plantPurchase(tx, planting);
    await plantReading(tx, planting);
    await plantMails(tx, planting);
    await plantMessages(tx, planting);
  });
  return { facts, secrets };
}

async function plantAccount(tx: Tx, { person, now, followedId, fact, secret }: Planting): Promise<void> {
  const { id: user_id, email } = person.user;
  const user = {
    name: fact('nombre'),
    email_verified_at: now,
    password_hash: secret('clave'),
    google_sub: secret('google'),
  };
  await tx.updateTable('users').set(user).where('id', '=', user_id).execute();
  const session = { user_agent: fact('navegador'), address: fact('red') };
  await tx.updateTable('sessions').set(session).where('user_id', '=', user_id).execute();
  const factor = { user_id, sealed_secret: secret('semilla'), last_step: 0, created_at: now, confirmed_at: now };
  await tx.insertInto('second_factors').values(factor).execute();
  const passkey = {
    id: crypto.randomUUID(),
    name: fact('llave'),
    sign_count: 0,
    transports: '',
    backed_up: 1,
  } as const;
  const key = { credential_id: secret('credencial'), public_key: secret('publica') };
  await tx
    .insertInto('passkeys')
    .values({ ...passkey, ...key, user_id, created_at: now, last_used_at: now })
    .execute();
  const appPassword = { id: crypto.randomUUID(), name: fact('app'), password_hash: secret('clave-de-app') };
  await tx
    .insertInto('app_passwords')
    .values({ ...appPassword, user_id, created_at: now, last_used_at: now })
    .execute();
  await tx
    .insertInto('recovery_codes')
    .values({ user_id, code_hash: secret('respaldo') })
    .execute();
  await tx
    .insertInto('account_tokens')
    .values({
      user_id,
      purpose: 'recover',
      token_hash: secret('ficha'),
      email: fact('correo-del-enlace'),
      created_at: now,
      expires_at: now,
    })
    .execute();
  await tx.insertInto('recovery_requests').values({ email, requested_at: now }).execute();
  await tx
    .insertInto('former_addresses')
    .values({ user_id, email: fact('correo-de-antes'), left_at: now })
    .execute();
  await tx
    .insertInto('data_requests')
    .values({
      id: crypto.randomUUID(),
      user_id,
      kind: 'correction',
      channel: 'letter',
      person: fact('persona'),
      note: fact('pedido'),
      state: 'done',
      outcome: fact('respuesta'),
      asked_at: now,
      due_at: now,
      done_at: now,
    })
    .execute();
  await tx
    .insertInto('legal_notices')
    .values({ user_id, kind: fact('documento'), version: 1, told_at: now })
    .execute();
  await tx.insertInto('book_writers').values({ book_id: followedId, user_id }).execute();
  const audit = (actor_id: string, action: string, subject: string) => ({
    id: crypto.randomUUID(),
    at: now,
    actor_id,
    action,
    subject,
    detail: secret('detalle'),
  });
  const rows = [audit(user_id, fact('acto'), ''), audit(secret('quien'), fact('acto-ajeno'), user_id)];
  await tx.insertInto('audit_log').values(rows).execute();
}

async function plantPurchase(tx: Tx, { person, now, partId, otherPartId, fact }: Planting): Promise<void> {
  const user_id = person.user.id;
  const order_id = fact('compra');
  const payment_id = crypto.randomUUID();
  await tx
    .insertInto('orders')
    .values({
      id: order_id,
      user_id,
      state: 'paid',
      total: 490,
      created_at: now,
      updated_at: now,
      expires_at: now,
      checks: 0,
    })
    .execute();
  const item = {
    id: crypto.randomUUID(),
    order_id,
    part_id: partId,
    value: 490,
    discount_percentage: 0,
    amount: 490,
    position: 0,
  };
  await tx.insertInto('order_items').values(item).execute();
  const gift = {
    order_id,
    giver_name: fact('quien regala'),
    recipient_email: null,
    message: fact('dedicatoria'),
    send_at: now,
    created_at: now,
    opened_at: now,
    expires_at: now,
    mail_due_at: null,
    sent_at: now,
    mails: 1,
    claimed_by: user_id,
    claimed_at: now,
    reminded_at: null,
  };
  await tx
    .insertInto('gifts')
    .values({ id: crypto.randomUUID(), ...gift })
    .execute();
  await tx.insertInto('pocket_items').values({ user_id, part_id: otherPartId, added_at: now, price: 490 }).execute();
  await tx
    .insertInto('payments')
    .values({
      id: payment_id,
      provider: 'mercadopago',
      provider_payment_id: fact('pago'),
      order_id,
      status: 'approved',
      status_detail: '',
      amount: 490,
      refunded_amount: 0,
      currency: 'CLP',
      fee: 1,
      method: fact('medio'),
      provider_updated_at: now,
      created_at: now,
      updated_at: now,
      settled_amount: 0,
      state_at: now,
    })
    .execute();
  await tx
    .insertInto('refunds')
    .values({
      id: crypto.randomUUID(),
      order_id,
      payment_id,
      amount: 490,
      reason: fact('motivo'),
      state: 'done',
      rejections: 0,
      attempts: 0,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('tax_documents')
    .values({
      id: crypto.randomUUID(),
      kind: 'boleta',
      movement_id: crypto.randomUUID(),
      payment_id,
      order_id,
      total: 1490,
      net: 1252,
      vat: 238,
      at: now,
      state: 'issued',
      folio: fact('folio'),
      attempts: 0,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('entitlements')
    .values({
      id: crypto.randomUUID(),
      user_id,
      part_id: partId,
      kind: 'ownership',
      source: 'purchase',
      order_id,
      granted_at: now,
      revoked_at: now,
      revoke_reason: fact('termino'),
    })
    .execute();
  await tx.insertInto('deliveries').values({ user_id, part_id: partId, first_at: now }).execute();
  await tx.insertInto('early_readings').values({ user_id, part_id: otherPartId, first_at: now }).execute();
  const number = fact('ejemplar');
  await tx.insertInto('ex_libris_numbers').values({ user_id, part_id: partId, number, created_at: now }).execute();
  const exported = { user_id, part_id: partId, edition_id: crypto.randomUUID(), kind: 'page', taken_at: now } as const;
  await tx
    .insertInto('part_exports')
    .values({ id: crypto.randomUUID(), ...exported })
    .execute();
}

async function plantReading(tx: Tx, { person, now, partId, fact, secret }: Planting): Promise<void> {
  const place = {
    user_id: person.user.id,
    part_id: partId,
    edition_id: crypto.randomUUID(),
    updated_at: now,
    revision: 1,
  };
  await tx
    .insertInto('reading_positions')
    .values({ ...place, last_location: fact('lugar'), percentage: 12, recent_moves: '' })
    .execute();
  const finished = { user_id: person.user.id, part_id: partId, is_finished: 1 as const, revision: 1, updated_at: now };
  await tx.insertInto('finished_parts').values(finished).execute();
  const settings = {
    user_id: person.user.id,
    settings: JSON.stringify({ name: fact('tema') }),
    revision: 1,
    updated_at: now,
  };
  await tx.insertInto('reader_settings').values(settings).execute();
  const { updated_at: _updated, revision: _revision, ...bookmarked } = place;
  await tx
    .insertInto('bookmarks')
    .values({
      ...bookmarked,
      id: crypto.randomUUID(),
      cfi: fact('marcador'),
      percentage: 12,
      chapter: fact('capítulo'),
      quote: fact('comienzo'),
      prefix: '',
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('annotations')
    .values({
      ...place,
      id: crypto.randomUUID(),
      cfi_range: fact('rango'),
      range_hash: secret('resumen'),
      color: 'yellow',
      notes: JSON.stringify([fact('nota'), fact('otra')].map((text) => ({ mutation_id: 'm', text, revision: 1 }))),
      quote: fact('cita'),
      prefix: '',
      suffix: '',
      created_at: now,
    })
    .execute();
}

async function plantMails(tx: Tx, { person, now, followedId, otherPartId, fact, secret }: Planting): Promise<void> {
  const { id: user_id, email } = person.user;
  const [subscriber_id, announcement_id] = [crypto.randomUUID(), crypto.randomUUID()];
  await tx
    .insertInto('mails')
    .values({
      id: crypto.randomUUID(),
      event: '',
      dedupe_key: crypto.randomUUID(),
      priority: 1,
      recipient: email,
      template: 'recover',
      subject: fact('asunto'),
      text: secret('carta'),
      html: secret('pagina'),
      is_held: 0,
      attempts: 0,
      created_at: now,
      unsubscribe_url: secret('salida'),
    })
    .execute();
  const times = { created_at: now, updated_at: now };
  const subscriber = { id: subscriber_id, email, state: 'confirmed' as const, confirm_hash: secret('lista'), ...times };
  await tx.insertInto('mailing_list').values(subscriber).execute();
  await tx
    .insertInto('consent_records')
    .values({
      id: crypto.randomUUID(),
      subscriber_id,
      email: fact('correo-antiguo'),
      action: 'confirmed',
      text_version: fact('texto'),
      method: 'form',
      at: now,
    })
    .execute();
  const follow = { subscriber_id, book_id: followedId, user_id, state: 'confirmed' as const, created_at: now };
  await tx.insertInto('follows').values(follow).execute();
  const notice = { part_id: otherPartId, subscriber_id, mail_id: crypto.randomUUID(), created_at: now };
  await tx.insertInto('release_notices').values(notice).execute();
  await tx
    .insertInto('announcements')
    .values({
      id: announcement_id,
      state: 'done',
      subject: fact('anuncio'),
      body: secret('borrador'),
      audience: 'news',
      total: 1,
      ...times,
    })
    .execute();
  const delivery = { announcement_id, subscriber_id, state: 'queued' as const };
  await tx.insertInto('announcement_deliveries').values(delivery).execute();
}

async function plantMessages(tx: Tx, { person, now, fact, secret }: Planting): Promise<void> {
  const thread = { subject: 'other' as const, state: 'answered' as const, created_at: now, last_at: now };
  const message = { created_at: now, side: 'reader' as const };
  const own = { id: fact('conversacion'), user_id: person.user.id, ...thread };
  const visitor = {
    id: fact('visita'),
    visitor_name: fact('nombre-de-visita'),
    visitor_email: person.user.email,
    visitor_words: secret('palabras'),
    ...thread,
  };
  await tx.insertInto('message_threads').values([own, visitor]).execute();
  const rows = [
    { id: secret('mensaje'), thread_id: own.id, body: fact('carta-mia'), ...message },
    { id: secret('contestacion'), thread_id: own.id, body: fact('carta-suya'), ...message, side: 'shop' as const },
    { id: secret('recado'), thread_id: visitor.id, body: fact('carta-de-visita'), ...message },
  ];
  await tx
    .insertInto('messages')
    .values(rows.map((row) => ({ ...row, author_id: secret('autora') })))
    .execute();
}

describe('the copy of personal data', () => {
  it('contains every planted fact of the person, no secret, and nothing of other people', async () => {
    const [ana, berta] = [await addReader(test), await addReader(test)];
    const [ofAna, ofBerta] = [await plant(ana), await plant(berta)];
    const copy = await copyOf(ana);
    const text = JSON.stringify(copy);
    const presentWords = (words: readonly string[]) => words.filter((word) => text.includes(word));
    expect(presentWords(ofAna.facts)).toEqual(ofAna.facts);
    expect(
      presentWords([...ofAna.secrets, ...ofBerta.facts, ...ofBerta.secrets, berta.user.id, berta.user.email]),
    ).toEqual([]);
    // Each section has rows, each column a title, and each row a value per column.
    for (const { key, title, columns, rows } of copy.sections) {
      expect([key, rows.length], key).not.toEqual([key, 0]);
      expect(title).not.toBe('');
      for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(columns.map((each) => each.key).toSorted());
    }
    expect(copy.sections[0]!.rows[0]).toMatchObject({ email: ana.user.email, created_at: '2026-11-18T15:00:00.000Z' });
    const highlights = copy.sections.find(({ key }) => key === 'highlights')!;
    expect(copy.sections.find(({ key }) => key === 'finished_parts')?.rows).toMatchObject([{ is_finished: 'sí' }]);
    expect(highlights.rows[0]!['notes']).toMatch(/^nota-\S+\n\notra-\S+$/);
    const audit = copy.sections.find(({ key }) => key === 'audit')!;
    expect(new Set(audit.rows.map(({ by }) => by))).toEqual(new Set(['la tienda', 'tú']));
  });

  it('contains data under an address that the account proved and later changed', async () => {
    const ana = await addReader(test);
    const { facts } = await plant(ana);
    const later = { email: 'despues@ejemplo.cl', updated_at: 1 };
    await test.ports.db.withTx(async (tx) => {
      await updateUser(tx, ana.user.id, { email_verified_at: 1 });
      await updateUser(tx, ana.user.id, later);
    });
    const copy = await copyOf(ana);
    const text = JSON.stringify(copy);
    expect(facts.filter((word) => !text.includes(word))).toEqual([]);
    const recoveries = copy.sections.find(({ key }) => key === 'recoveries');
    expect(recoveries?.rows).toMatchObject([{ email: ana.user.email }]);
    const list = copy.sections.find(({ key }) => key === 'mailing_list');
    expect(list?.rows).toMatchObject([{ email: ana.user.email }]);
    // The address belongs to a new owner by now.
    await addReader(test, { email: ana.user.email });
    expect(JSON.stringify(await copyOf(ana))).not.toContain('asunto-');
  });

  it('covers every planted table, and each omitted table has a reason', async () => {
    const reader = await addReader(test);
    const before = await counts();
    await plant(reader);
    const after = await counts();
    const planted = Object.keys(coverage).filter((table) => after.get(table) !== before.get(table));
    const copied = Object.entries(coverage).flatMap(([table, how]) => (how === 'copied' ? [table] : []));
    const shops = ['announcements', 'books', 'book_parts', 'book_quotes', 'recovery_codes'];
    expect(planted.toSorted()).toEqual(
      [...copied.filter((table) => table !== 'users' && table !== 'sessions'), ...shops].toSorted(),
    );
  });

  it('needs a session, and works ten times an hour', async () => {
    expect((await get(test, URL)).statusCode).toBe(401);
    const [reader, other] = [await addReader(test), await addReader(test)];
    for (let time = 0; time < 10; time += 1) await copyOf(reader);
    expect(refusal(await get(test, URL, reader.headers))).toMatchObject({ code: 'too_many_requests' });
    await copyOf(other);
    test.clock.time += 3_600_001;
    await copyOf(await signIn(test, reader.user));
  });
});

async function counts(): Promise<Map<string, number>> {
  const rowCounts = new Map<string, number>();
  for (const table of Object.keys(coverage) as (keyof typeof coverage)[]) {
    const rows = await test.ports.db.read.selectFrom(table).selectAll().execute();
    rowCounts.set(table, rows.length);
  }
  return rowCounts;
}
