import { randomUUID } from 'node:crypto';

/**
 * A change that a reader makes, and the address that shows it.
 * @typedef {object} Change
 * @property {string} what
 * @property {string} method
 * @property {string} path
 * @property {object} [body]
 * @property {string} read
 * @property {(answer: any) => boolean} holds whether the answer shows the change
 */

/**
 * Changes a reader's data through one version and reads it through the other.
 * @param {readonly [string, string]} origins
 * @param {{ headers: Record<string, string>, values: { part: string, book: string }, faults: string[] }} shop
 * @returns {Promise<number>} number of changes
 */
export async function changeByBoth([before, after], { headers, values, faults }) {
  let made = 0;
  for (const [by, other] of [
    [before, after],
    [after, before],
  ]) {
    for (const { what, method, path, body, read, holds } of [...changesInBook(values), ...changesElsewhere(values)]) {
      made += 1;
      const sent = await fetch(`${by}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!sent.ok) faults.push(`${what}: ${sent.status} ${(await sent.text()).slice(0, 200)}`);
      const answer = await (await fetch(`${other}${read}`, { headers })).json();
      if (sent.ok && !holds(answer)) faults.push(`${what}: the other version does not read it`);
    }
  }
  return made;
}

/** @returns {Change[]} in their order, with new values at each call */
function changesInBook({ part }) {
  const id = randomUUID();
  const percentage = Math.floor(Math.random() * 10_000) / 100;
  const range = `epubcfi(/6/4!/4/2,/1:0,/1:${100 + Math.floor(Math.random() * 100_000)})`;
  const highlights = `/api/user_book_part_highlights/${part}`;
  return [
    {
      what: 'a move',
      method: 'PUT',
      path: `/api/user_book_parts/${part}`,
      body: { last_location: 'epubcfi(/6/4!/4/2)', percentage, mutation_id: randomUUID() },
      read: `/api/user_book_parts/last_location/${part}`,
      holds: (place) => place.percentage === percentage,
    },
    {
      what: 'a highlight',
      method: 'POST',
      path: '/api/user_book_part_highlights/',
      body: { id, mutation_id: id, book_part_id: part, cfi_range: range },
      read: highlights,
      holds: (list) => list.filter((each) => each.id === id && !each.deleted).length === 1,
    },
    {
      what: 'a note',
      method: 'PUT',
      path: `/api/user_book_part_highlights/${id}`,
      body: { note: id, mutation_id: randomUUID() },
      read: highlights,
      holds: (list) => list.some((each) => each.id === id && each.note === id),
    },
    {
      what: 'a highlight that is taken away',
      method: 'DELETE',
      path: `/api/user_book_part_highlights/${id}`,
      body: {},
      read: highlights,
      holds: (list) => list.every((each) => each.id !== id || each.deleted),
    },
    {
      what: 'a bookmark',
      method: 'PUT',
      path: `/api/bookmarks/${id}`,
      body: { book_part_id: part, cfi: 'epubcfi(/6/4!/4/2)', percentage, chapter: null },
      read: `/api/bookmarks/${part}`,
      holds: ({ bookmarks }) => bookmarks.some((each) => each.id === id),
    },
  ];
}

/** @returns {Change[]} */
function changesElsewhere({ book }) {
  const name = `Ana ${randomUUID().slice(0, 8)}`;
  return [
    {
      what: 'a book that is followed',
      method: 'PUT',
      path: `/api/follows/${book}`,
      read: '/api/follows',
      holds: (follows) => JSON.stringify(follows).includes(book),
    },
    {
      what: 'a name',
      method: 'PATCH',
      path: '/api/users/me',
      body: { name },
      read: '/api/users/me',
      holds: (me) => me.name === name,
    },
  ];
}
