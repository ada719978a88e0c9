import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IDBPDatabase } from 'idb';
import { pendingRequests, type SessionEnd, sessionEnd } from '../lib/api/api-events.ts';
import { refreshSession } from '../lib/api/refresh-session.ts';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { fakeToken, fakeTokens } from '../testing/tokens.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { confirmStore } from '../ui/overlays/confirm.ts';
import { isLeftUnasked } from '../ui/overlays/leave-unasked.ts';
import { closeSyncDatabase, OWNER_KEY, syncDatabase } from '../device/sync-database.ts';
import { resetDeviceOwner, setDeviceOwner } from '../device/owner.ts';
import { downloads } from '../device/downloads.ts';
import { fakeLocks } from '../device/testing/fake-locks.ts';
import { writeInTwoTabsLater } from '../device/testing/stale-tab.ts';
import { storeEpub } from '../device/store-epubs.ts';
import { storedEpubs } from '../device/stored-epubs.ts';
import { typedCode } from '../features/orders/purchase/typed-code.ts';
import { saveDraft } from '../features/highlights/note-drafts.ts';
import { draftOf } from '../features/highlights/testing/highlight-samples.ts';
import { meanGift, sheetGift } from '../features/gifts/sheet-gift.ts';
import { endSession, leaveDevice, sendBeforeLeaving } from './end-session.ts';
import { clearStorage, endLater, endSessionsLeft } from './sessions-to-end.ts';

beforeEach(() => {
  localStorage.clear();
  session.forget();
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const stored = () => Object.fromEntries(Object.entries(localStorage));
/** The proofs of sessions that are still to be ended. */
const storedProofs = () =>
  Object.entries<string>(localStorage).flatMap(([key, value]) =>
    key.startsWith('sessionsToEnd') ? [JSON.parse(value) as unknown] : [],
  );
const toasts = () => toastStore.all().map(({ text }) => text);
const leave = async () => endSession({ redirect: true, serverLogout: true }, () => undefined);

it('leaves by the refresh token, however old the access token is', async () => {
  const { refresh_token } = fakeTokens('a');
  session.store({ access_token: fakeToken('a', -60), refresh_token });
  const calls = fakeApi({
    'POST /api/auth/logout': ({ body }) =>
      typeof body === 'string' && body.includes(refresh_token)
        ? { status: 204 }
        : { status: 401, body: { detail: 'x', code: 'access_token_expired', request_id: 'r' } },
  });
  await leave();
  expect(calls.map(({ url }) => url)).toEqual(['/api/auth/logout']);
  expect(toastStore.all()).toEqual([]);
  expect(session.refreshToken()).toBeNull();
});

it('tells the server too in a tab that never had an access token', async () => {
  localStorage.setItem('refresh_token', fakeTokens('a').refresh_token);
  const calls = fakeApi({ 'POST /api/auth/logout': { status: 204 } });
  await leave();
  expect(calls.map(({ url }) => url)).toEqual(['/api/auth/logout']);
});

it.each([400, 503])('says that the server did not end the session (%i), and leaves all the same', async (status) => {
  session.store(fakeTokens('a'));
  fakeApi({ 'POST /api/auth/logout': { status, body: { detail: 'x', code: 'x', request_id: 'r' } } });
  await leave();
  expect(toasts()).toEqual(['Error al cerrar sesión']);
  expect(session.refreshToken()).toBeNull();
});

it('the logout of an erased account deletes all of its data on this device, unsent changes too', async () => {
  signInAs('a', 'reader');
  const database = (await syncDatabase()) as unknown as IDBPDatabase;
  const bookmark = (uid: string) => ({ uid, part_id: 'p', id: 'm' });
  const mutation = (uid: string) => ({ uid, part_id: 'p', kind: 'x' });
  for (const uid of ['a', 'otra']) {
    await database.put('bookmarks', bookmark(uid));
    await database.put('mutations', mutation(uid));
  }
  await endSession({ redirect: true, code: 'account_erased' }, () => undefined);
  const left = async (store: string) => ((await database.getAll(store)) as { uid: string }[]).map(({ uid }) => uid);
  expect([await left('bookmarks'), await left('mutations')]).toEqual([['otra'], ['otra']]);
  expect(toasts()).toEqual(['Esta cuenta se borró, y con ella lo que había en este dispositivo.']);
  expect(session.refreshToken()).toBeNull();
  await database.clear('bookmarks');
  await database.clear('mutations');
});

it('the token exchange reports that the account was erased', async () => {
  session.store(fakeTokens('a'));
  const ends: SessionEnd[] = [];
  sessionEnd.onEnd((end) => ends.push(end));
  fakeApi({
    'POST /api/auth/refresh': { status: 401, body: { detail: 'x', code: 'account_erased', request_id: 'r' } },
  });
  expect(await refreshSession(session.accessToken())).toBe('ended');
  expect(ends).toMatchObject([{ code: 'account_erased' }]);
});

it.each([
  ['is forgotten by a logout', { voluntary: true }, null],
  ['is forgotten with the account', { code: 'account_erased' as const }, null],
  ['stays when the session ends by itself', {}, 'LLAVES20'],
])('a code typed before paying %s', async (_, end, code) => {
  session.store(fakeTokens('a'));
  fakeApi({});
  typedCode.set('LLAVES20');
  meanGift(true);
  await endSession({ redirect: true, ...end }, () => undefined);
  expect([typedCode.snapshot(), sessionStorage.getItem('discount-code')]).toEqual([code, code]);
  expect(sheetGift.snapshot().isOn).toBe(code !== null);
});

const logout = () => endSession({ redirect: true, serverLogout: true, voluntary: true }, () => undefined);
const file = {
  id: 'p',
  epub: new Uint8Array(4).buffer,
  edition_id: 'e',
  hash: 'h',
  size: 4,
  book_id: 'b',
  book_name: 'B',
  part_name: 'P',
};

/** Makes a request that the server never answers; only its abort signal ends it. */
const hangingFetch = async (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

it('a logout on a hanging connection succeeds, and ends the session later', async () => {
  session.store(fakeTokens('a'));
  vi.useFakeTimers();
  vi.stubGlobal('fetch', hangingFetch);
  const gone = vi.fn();
  const leaving = logout().then(gone);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(4000);
    expect(gone).toHaveBeenCalled();
  });
  await leaving;
  vi.useRealTimers();
  expect(toasts()).toEqual(['Cerraste sesión en este dispositivo. La tienda lo sabrá cuando vuelva la conexión.']);
  expect(pendingRequests.isSlow()).toBe(false);
  expect(storedProofs()).toHaveLength(1);
  expect(Object.keys(localStorage)).toHaveLength(1);
});

describe('unsaved text of another user in the journal', () => {
  const draft = (uid: string) => ({ uid, part_id: 'p', text: 'a medias' });

  it('stays at a logout, while the text of the user who leaves is deleted', async () => {
    signInAs('a');
    for (const uid of ['a', 'otra', 'local:a', 'local:']) {
      localStorage.setItem(`noteDrafts:${uid}:p:range`, JSON.stringify(draft(uid)));
    }
    const move = JSON.stringify({ uid: 'otra', partId: 'p', cfi: 'c' });
    localStorage.setItem('lastMove:otra:p', move);
    localStorage.setItem('actualTheme', '{}');
    fakeApi({});
    await endSession({ redirect: true, code: 'account_erased' }, () => undefined);
    expect(stored()).toEqual({ 'noteDrafts:otra:p:range': JSON.stringify(draft('otra')), 'lastMove:otra:p': move });
  });

  it('is asked about before a logout, though the database does not answer', async () => {
    signInAs('a');
    const change = { uid: 'a', partId: 'p', change: { id: 'c' } };
    localStorage.setItem('unkeptHighlights', JSON.stringify([change, { ...change, uid: 'otra' }]));
    localStorage.setItem('noteDrafts', JSON.stringify([draft('a')]));
    await closeSyncDatabase();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const unsent = await sendBeforeLeaving();
    vi.restoreAllMocks();
    await closeSyncDatabase();
    expect(unsent).toBe(2);
  });
});

it('a session that begins in another tab while the device is cleared is kept', async () => {
  signInAs('a');
  const { refresh_token } = fakeTokens('b');
  vi.stubGlobal('caches', { delete: async () => localStorage.setItem('refresh_token', refresh_token) });
  localStorage.setItem('actualTheme', '{}');
  fakeApi({});
  await endSession({ redirect: true, code: 'account_erased' }, () => undefined);
  expect(stored()).toEqual({ refresh_token });
});

it('no token of the ended session is kept', async () => {
  signInAs('a');
  await leaveDevice(true);
  expect(stored()).toEqual({});
});

describe('without a connection', () => {
  const goOffline = () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  };

  it('a logout succeeds, says that the server does not know yet, and ends the session at the next contact with a token that opens nothing', async () => {
    const { refresh_token } = fakeTokens('a');
    session.store({ access_token: fakeToken('a'), refresh_token });
    goOffline();
    await logout();
    expect(session.refreshToken()).toBeNull();
    expect(toasts()).toEqual(['Cerraste sesión en este dispositivo. La tienda lo sabrá cuando vuelva la conexión.']);
    const [proof, ...others] = storedProofs();
    expect(others).toEqual([]);
    expect(Object.keys(localStorage)).toHaveLength(1);
    expect(JSON.stringify(stored())).not.toContain(refresh_token);

    vi.restoreAllMocks();
    const calls = fakeApi({ 'POST /api/auth/logout': { status: 204 } });
    await endSessionsLeft();
    expect(calls.map(({ body }) => body)).toEqual([JSON.stringify({ proof })]);
    expect(Object.keys(localStorage)).toEqual([]);
    await endSessionsLeft();
    expect(calls).toHaveLength(1);
  });

  it('each session is ended that two tabs leave at the same moment, and one in the list of an earlier version', async () => {
    const earlier = fakeToken('c');
    localStorage.setItem('sessionsToEnd', JSON.stringify([earlier]));
    await writeInTwoTabsLater(
      () => endLater(fakeToken('a')),
      async () => {
        clearStorage(['b'], null);
        await endLater(fakeToken('b'));
      },
    );
    const proofs = storedProofs().flat();
    expect(proofs).toHaveLength(3);
    const calls = fakeApi({ 'POST /api/auth/logout': { status: 204 } });
    await endSessionsLeft();
    expect(new Set(calls.map(({ body }) => body))).toEqual(new Set(proofs.map((proof) => JSON.stringify({ proof }))));
    expect(stored()).toEqual({});
  });

  it('the logout is retried while the server does not answer, and a token that has expired is dropped', async () => {
    session.store({ access_token: fakeToken('a'), refresh_token: fakeToken('a', 1) });
    goOffline();
    await logout();
    await endSessionsLeft();
    expect(storedProofs()).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 2000 });
    await endSessionsLeft();
    vi.useRealTimers();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([
    ['stays', false, 1],
    ['goes', true, 0],
  ])('a logout asks first about data that cannot be downloaded again: %s', async (_, yes, left) => {
    session.store(fakeTokens('a'));
    await storeEpub(file);
    goOffline();
    const leaving = logout();
    await vi.waitFor(() => expect(confirmStore.current()).not.toBeNull());
    expect(confirmStore.current()?.message).toContain('La parte descargada se borrará de este dispositivo');
    confirmStore.current()?.answer(yes);
    await leaving;
    expect(storedEpubs.parts().size).toBe(left);
    expect(session.refreshToken() !== null).toBe(!yes);
  });
});

describe('a session that ended by itself', () => {
  it('leads to the login without a question about unsent changes, and asks about them at a later logout', async () => {
    signInAs('a');
    history.replaceState(null, '', '/admin/books');
    const lifted: boolean[] = [];
    const navigate = async () => void lifted.push(isLeftUnasked());
    await endSession({ redirect: true }, navigate);
    expect([lifted, isLeftUnasked()]).toEqual([[true], false]);
    history.replaceState(null, '', '/');
  });

  it.each([[{}], [{ code: 'invalid_user_session' as const }], [{ text: 'x' }]])(
    'keeps the device’s data for the same account, and shows it to no other account (%o)',
    async (end) => {
      resetDeviceOwner();
      signInAs('a');
      await setDeviceOwner();
      await storeEpub(file);
      const draft = JSON.stringify({ uid: 'a', part_id: 'p', text: 'a medias' });
      localStorage.setItem('noteDrafts:a:p:range', draft);
      await endSession({ redirect: true, ...end }, () => undefined);
      const seen = async () => (await storedEpubs.read('p')) !== null;
      expect(await seen()).toBe(false);
      expect(stored()).toEqual({ 'noteDrafts:a:p:range': draft, [OWNER_KEY]: 'a' });
      signInAs('a');
      await setDeviceOwner();
      expect(await seen()).toBe(true);
      await endSession({ redirect: true, ...end }, () => undefined);
      signInAs('b');
      expect(await seen()).toBe(false);
      await setDeviceOwner();
      expect(await seen()).toBe(false);
      signInAs('a');
      resetDeviceOwner();
      await setDeviceOwner();
      expect(await seen()).toBe(false);
    },
  );

  it('waits for no other tab that downloads the same part', async () => {
    signInAs('a');
    fakeLocks();
    void navigator.locks.request('download:p', {}, () => new Promise(() => {}));
    const outcome = downloads.start({ partId: 'p', bookId: 'b', bookName: 'B', partName: 'P', size: 4 });
    const went = vi.fn();
    await endSession({ redirect: true }, went);
    await expect(outcome).resolves.toBe('cancelled');
    expect(session.refreshToken()).toBeNull();
  });

  it('keeps notes before it waits for downloads', async () => {
    signInAs('a');
    vi.spyOn(downloads, 'cancelAll').mockReturnValue(new Promise(() => {}));
    const draft = draftOf('a');
    saveDraft(draft);
    void leaveDevice(false);
    const stored = () => syncDatabase((database) => database.get('drafts', [draft.uid, draft.part_id]));
    await expect.poll(stored).toEqual(draft);
  });

  const endAt = async (path: string, end: SessionEnd = { redirect: true }) => {
    history.replaceState(null, '', path);
    session.store(fakeTokens('a'));
    const went: string[] = [];
    await endSession(end, (to) => went.push(to));
    return { went, said: toasts() };
  };
  const CLOSED = 'Tu sesión se cerró. Inicia sesión para seguir donde estabas.';
  const EXPIRED = 'Su sesión ha expirado, inicie sesión nuevamente';

  it('leads from a private page to the login, which leads back and gives the reason', async () => {
    expect(await endAt('/reader/b/p')).toEqual({ went: ['/login/b?next=%2Freader%2Fb%2Fp'], said: [CLOSED] });
    for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
    expect(await endAt('/user-library', { redirect: true, text: EXPIRED })).toEqual({
      went: ['/login'],
      said: [EXPIRED],
    });
  });

  it.each(['/', '/book-detail/b', '/login/b', '/recover-password/t'])('redirects no visitor of %s', async (path) => {
    expect(await endAt(path)).toEqual({ went: [], said: [] });
  });
});
