import { getReaderSettings, type ReaderSettings, saveReaderSettings } from '@cuentos/contract/reader-settings';
import { flushOutbox, hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../../device/outbox.ts';
import { type SyncTransaction, syncDatabase } from '../../../device/sync-database.ts';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { newId } from '../../../lib/new-id.ts';
import { createEmitter } from '../../../lib/store.ts';
import { defaultTheme, loadTheme, type SavedTheme, storeTheme } from './themes.ts';

type Settings = Readonly<Record<string, string>>;

/** Settings that were changed on this device, on their way to the reader's other devices. */
type SettingsEntry = OutboxEntry<{
  readonly settings: Settings;
  /** The server may have it: it is sent again as it is, before what is changed after it. */
  readonly isTried?: true;
}>;

/** Where the settings of no part wait among what waits by parts. */
const NO_PART = '';

/** The settings that wait to be sent. */
const settingsOutbox: OutboxQueue<SettingsEntry, ReaderSettings> = registerHandler({
  kind: 'reader_settings',
  stores: [],
  prepare: async (entry) => (entry.isTried ? entry : { ...entry, isTried: true }),
  send: ({ id, settings }) =>
    request(saveReaderSettings, { json: { settings, mutation_id: id }, handles: 'all', quiet: true }),
  isAnswer: (value): value is ReaderSettings =>
    hasFields<ReaderSettings>(value, { settings: 'object', revision: 'number' }),
  classify: ({ status }) =>
    status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) ? 'refused' : null,
  settle: async () => {},
});

settingsOutbox.onSettled(({ outcome }) => {
  if (outcome.kind === 'taken') void adopt(outcome.answer).catch(() => {});
});

/** How this device stands to the settings that a reader's devices share. */
interface Sharing {
  readonly uid: string;
  /** Revision of the shared settings that this device has. */
  readonly revision: number;
  /** The device keeps settings of its own. */
  readonly isApart: boolean;
}

/** Key of local storage. */
const KEY = 'readerSettings';
const changes = createEmitter();

/** Calls back when the settings of this device came from another one, or it was set apart. */
export const onSettingsShared = changes.subscribe;

/** Null before this device has heard of the signed-in reader's settings. */
function sharing(): Sharing | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const isSound = hasFields<Sharing>(stored, { uid: 'string', revision: 'number', isApart: 'boolean' });
    return isSound && stored.uid === session.claims()?.uid ? stored : null;
  } catch {
    return null;
  }
}

function saveSharing(change: Partial<Omit<Sharing, 'uid'>>): void {
  const uid = session.claims()?.uid;
  if (uid === undefined) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ uid, revision: 0, isApart: false, ...sharing(), ...change }));
  } catch {
    // Refused or full: what is shared is asked for again.
  }
  changes.emit();
}

/** Whether this device keeps settings of its own. */
export const isSetApart = (): boolean => sharing()?.isApart === true;

/** The settings that a theme has and another one has not; colours follow the name. */
function differences(from: Partial<SavedTheme>, to: SavedTheme): Settings {
  const { background: _background, color: _color, ...settings } = to;
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => from[name as keyof SavedTheme] !== value),
  );
}

/** Tells the reader's other devices of what was changed on this one. */
export async function shareChange(from: SavedTheme, to: SavedTheme): Promise<void> {
  const settings = differences(from, to);
  if (Object.keys(settings).length > 0 && !isSetApart()) await send(settings);
}

/** Sets the device apart, or lets it share its settings, which then count on all others. */
export async function setApart(isApart: boolean): Promise<void> {
  saveSharing({ isApart });
  if (!isApart) await send(differences({}, loadTheme()));
}

/** Tells a shop that was restored from a backup of this device's settings; its numbers began anew. */
export async function offerSettings(): Promise<void> {
  if (sharing() === null || isSetApart()) return;
  saveSharing({ revision: 0 });
  await send(differences({}, loadTheme()));
}

/** Puts a change in the outbox, together with those that were never sent. Where the browser keeps nothing it is sent at once. */
async function send(settings: Settings): Promise<void> {
  const uid = session.claims()?.uid;
  if (uid === undefined) return;
  const entry = { id: newId(), uid, part_id: NO_PART, kind: 'reader_settings' };
  try {
    await syncDatabase(async (database) => {
      const transaction = database.transaction(['mutations'], 'readwrite') as unknown as SyncTransaction;
      const waiting = (await settingsOutbox.list(transaction, uid, NO_PART)).filter(({ isTried }) => !isTried);
      const all = Object.assign({}, ...waiting.map((each) => each.settings), settings) as Settings;
      for (const { seq } of waiting) if (seq !== undefined) await transaction.objectStore('mutations').delete(seq);
      await settingsOutbox.put(transaction, { ...entry, settings: all });
      await transaction.done;
    });
    void flushOutbox();
  } catch {
    await settingsOutbox.send({ ...entry, settings }).then(adopt, () => {});
  }
}

/**
 * Asks for the settings of the reader's other devices, for the next book that is opened: the page that is read stays as
 * it is. A device that has settings of its own when it first hears of others keeps them. Never rejects.
 * @param version revision of the shared settings that the device has heard of; there is nothing to ask when it has them
 */
export async function fetchSettings(version = Infinity): Promise<void> {
  if (!session.claims() || isSetApart() || version <= (sharing()?.revision ?? -1)) return;
  try {
    const shared = await request(getReaderSettings, { handles: 'all', quiet: true });
    if (sharing() !== null) return await adopt(shared);
    const own = differences(defaultTheme, loadTheme());
    const isAlike = Object.entries(own).every(([name, value]) => shared.settings?.[name] === value);
    if (shared.settings !== null && !isAlike) saveSharing({ isApart: true });
    else if (shared.settings !== null) await adopt(shared);
    else {
      saveSharing({});
      if (Object.keys(own).length > 0) await send(own);
    }
  } catch {
    // Asked for again with the next screen.
  }
}

/** Takes over what the server has, unless something of this device still waits to be sent. */
async function adopt({ settings, revision }: ReaderSettings): Promise<void> {
  const uid = session.claims()?.uid;
  const current = sharing();
  if (uid === undefined || settings === null || current?.isApart || revision <= (current?.revision ?? 0)) return;
  const isWaiting = await syncDatabase(async (database) => {
    const waiting = await database.getAllFromIndex('mutations', 'part', [uid, NO_PART]);
    return waiting.some(({ kind }) => kind === 'reader_settings');
  }).catch(() => false);
  if (isWaiting) return;
  storeTheme({ ...loadTheme(), ...settings });
  saveSharing({ revision });
}
