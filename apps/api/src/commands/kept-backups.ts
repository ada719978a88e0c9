import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, parseSantiagoMinute } from '@cuentos/domain/time/santiago';
import { folderBackups, type Shop } from '../compose.ts';
import {
  createSeal,
  createVault,
  findBackupKey,
  type Seal,
  type Snapshot,
  type Vault,
} from '../modules/backups/service.ts';
import { type BackupSource, snapshotSource } from './backup-source.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { keptTexts as t } from './texts.ts';

/** Opens with the key that the settings or the data folder have; none is made. @throws {CommandFailure} when there is none */
export async function sealOfShop({ config }: Pick<Shop, 'config'>): Promise<Seal> {
  const found = await findBackupKey(config);
  if (!found) throw new CommandFailure(t.noKey(config.dataDir));
  return createSeal(found.key);
}

interface Kept {
  readonly vault: Vault;
  /** The store, as a sentence begins. */
  readonly place: string;
}

/** @param from folder; null for the place that the settings name */
async function openKept(shop: Shop, from: string | null): Promise<Kept> {
  const backups = from === null ? shop.ports.backups : folderBackups(from, shop.config.dataDir);
  const { backups: place } = placesOf({ config: shop.config, ports: { ...shop.ports, backups } });
  return { vault: createVault(backups, await sealOfShop(shop)), place };
}

/** Backups, the newest first. @throws {CommandFailure} when there is none that this key opens */
async function listOf({ vault, place }: Kept, dataDir: string) {
  const all = await commandStep(place, async () => vault.list());
  if (all.length > 0) return all;
  const isOfOthers = await commandStep(place, async () => vault.hasOnlyOthers());
  throw new CommandFailure(isOfOthers ? t.otherKey(place, dataDir) : t.none(place));
}

async function readSnapshot({ vault, place }: Kept, id: string): Promise<Snapshot> {
  return commandStep(place, async () => vault.read(id)).catch((error: unknown) => {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(t.unreadable(id), { cause: error });
  });
}

/** Sentences that tell which backups there are. */
export async function listSnapshots(shop: Shop, from: string | null): Promise<string> {
  const kept = await openKept(shop, from);
  const lines: string[] = [];
  for (const { id, madeAt } of await listOf(kept, shop.config.dataDir)) {
    const snapshot = await readSnapshot(kept, id).catch(() => null);
    lines.push(t.line(madeAt, snapshot));
  }
  return lines.join('\n');
}

/** Chooses one of the backups that are kept. @param at day or minute of Santiago whose latest is wanted; null for the newest */
export async function chooseSnapshot(shop: Shop, from: string | null, at: string | null): Promise<BackupSource> {
  const kept = await openKept(shop, from);
  const all = await listOf(kept, shop.config.dataDir);
  const until = at === null ? Number.POSITIVE_INFINITY : lastInstantOf(at);
  const chosen = all.find(({ madeAt }) => madeAt <= until);
  if (!chosen) throw new CommandFailure(t.noneBefore(at ?? ''));
  const snapshot = await readSnapshot(kept, chosen.id);
  const [first] = all;
  const newest = first && first.id !== chosen.id ? await readSnapshot(kept, first.id) : snapshot;
  return snapshotSource(kept.vault, kept.place, snapshot, newest);
}

/** @throws {CommandFailure} when it is neither a day nor a minute of one */
function lastInstantOf(at: string): number {
  const day = parseCivilDate(at);
  if (day) return endOfSantiagoDay(day);
  const minute = parseSantiagoMinute(at);
  if (minute === null) throw new CommandFailure(t.badMoment);
  return minute + 59_999;
}
