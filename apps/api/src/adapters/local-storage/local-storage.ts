import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createSigner } from '../../platform/signer.ts';
import { statIfThere } from '../../platform/stat-if-there.ts';
import { sweepTemporary } from '../../platform/temporary-files.ts';
import { FileMissing, type LinkOpener, type StoragePort } from '../../ports/storage.ts';

interface LocalStorageOptions {
  readonly folder: string;
  readonly secret: Uint8Array;
}

/** A file that is being written, by a process and a number of its own. */
const DRAFT = /\.\d+\.[0-9a-z]+\.part$/;
/** Whether a name is that of a file which is being written, or was when its process was killed. */
export const isDraft = (name: string): boolean => DRAFT.test(name);
/** No part begins with a dot, so that no key leads out of the folder. */
const KEY = /^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*$/;

/**
 * Storage in a folder. Writes go to a temporary name first, so that a file under its key is always whole; a stored
 * file survives a power cut, because the row that names it is written right after. Other users of the machine may not
 * read it.
 */
export function createLocalStorage({ folder, secret }: LocalStorageOptions): StoragePort & LinkOpener {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new FileMissing(key);
    return join(folder, key);
  };
  const place = async (key: string, content: () => Uint8Array | Readable): Promise<void> => {
    const path = pathOf(key);
    await makeFolder(dirname(path));
    const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await writeFile(file, content());
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(dirname(path));
    } finally {
      await rm(draft, { force: true });
    }
  };
  const signer = createSigner(secret);
  const signed = (key: string, expires: string): string => `GET\n${key}\n${expires}`;
  return {
    name: 'local disk',
    origin: null,
    putFile: async (key, path) => place(key, () => createReadStream(path)),
    putBytes: async (key, bytes) => place(key, () => bytes),
    async read(key) {
      const path = pathOf(key);
      const info = await statIfThere(path);
      if (!info?.isFile()) throw new FileMissing(key);
      return { stream: createReadStream(path), size: info.size };
    },
    async exists(key) {
      const info = KEY.test(key) ? await statIfThere(pathOf(key)) : null;
      return info?.isFile() ?? false;
    },
    async delete(key) {
      if (KEY.test(key)) await rm(pathOf(key), { force: true });
    },
    async signedUrl(key, expiresAt) {
      const expires = String(expiresAt);
      return `/files/${key}?expires=${expires}&signature=${signer.sign(signed(key, expires))}`;
    },
    async check() {
      await makeFolder(folder);
      await access(folder);
    },
    sweep: async (now) => sweepDrafts(folder, now),
    openLink({ key, expires, signature }, now) {
      if (!KEY.test(key) || !signer.verify(signed(key, expires), signature)) return { kind: 'invalid' };
      return Number(expires) > now ? { kind: 'valid', path: pathOf(key) } : { kind: 'expired' };
    },
  };
}

/** Throws away what killed processes left half written, wherever below the folder. */
async function sweepDrafts(folder: string, now: number): Promise<void> {
  const places = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const within = places.filter((place) => place.isDirectory()).map((place) => join(place.parentPath, place.name));
  for (const place of [folder, ...within]) await sweepTemporary(place, isDraft, now);
}

/** Makes a folder that survives a power cut, with those above it. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

/** Writes the names in a folder to the disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
