import { getReaderSettings, type ReaderSettings, saveReaderSettings } from '@cuentos/contract/reader-settings';
import { flushOutbox, hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../../device/outbox.ts';
import { type SyncTransaction, syncDatabase } from '../../../device/sync-database.ts';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { newId } from '../../../lib/new-id.ts';
import { createEmitter } from '../../../lib/store.ts';
import { defaultTheme, loadTheme, type SavedTheme, storeTheme } from './themes.ts';

type Settings = Readonly<Record<string, string>>;

/** Unsent settings that were changed on this device. */
type SettingsEntry = OutboxEntry<{
  readonly settings: Settings;
  /** The server may have it: it is sent again unchanged, before later changes. */
  readonly isTried?: true;
}>;

/** Stands in for the part in the outbox, because the settings belong to no part. */
const NO_PART = '';

/** The unsent settings. */
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

/** State of this device's settings towards those that a reader's devices share. */
interface Sharing {
  readonly uid: string;
  /** Revision of the shared settings on this device. */
  readonly revision: number;
  /** Whether the device keeps settings of its own. */
  readonly isApart: boolean;
}

/** Key of local storage. */
const KEY = 'readerSettings';
const changes = createEmitter();

/** Calls back when this device got settings of another one, or stopped sharing. */
export const onSettingsShared = changes.subscribe;

/** Null before this device has fetched the signed-in reader's settings. */
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
    // Storage is refused or full: the shared settings are fetched again.
  }
  changes.emit();
}

/** Whether this device keeps settings of its own. */
export const isSetApart = (): boolean => sharing()?.isApart === true;

/** The settings in which a theme differs from another; colours follow the name. */
function differences(from: Partial<SavedTheme>, to: SavedTheme): Settings {
  const { background: _background, color: _color, ...settings } = to;
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => from[name as keyof SavedTheme] !== value),
  );
}

/** Sends the settings changed on this device to the reader's other devices. */
export async function shareChange(from: SavedTheme, to: SavedTheme): Promise<void> {
  const settings = differences(from, to);
  if (Object.keys(settings).length > 0 && !isSetApart()) await send(settings);
}

/** Stops sharing this device's settings, or shares them, which then apply on all other devices. */
export async function setApart(isApart: boolean): Promise<void> {
  saveSharing({ isApart });
  if (!isApart) await send(differences({}, loadTheme()));
}

/** Offers this device's settings to a shop that was restored from a backup and whose revisions restarted. */
export async function offerSettings(): Promise<void> {
  if (sharing() === null || isSetApart()) return;
  saveSharing({ revision: 0 });
  await send(differences({}, loadTheme()));
}

/** Puts a change into the outbox, together with unsent ones. Where the browser stores nothing it is sent at once. */
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
 * Fetches the settings of the reader's other devices, for the next book: the open page keeps its look. A device with
 * settings of its own at its first fetch keeps them. Never rejects.
 * @param version revision of the shared settings of which the device was told; nothing is fetched when it has that one
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
    // Fetched again with the next screen.
  }
}

/** Takes over the server's settings, unless this device has unsent ones. */
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
