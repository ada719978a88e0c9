import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSigner } from '../../platform/signer.ts';
import { FileMissing, type LinkOpener, type StoragePort } from '../../ports/storage.ts';

interface LocalStorageOptions {
  readonly folder: string;
  readonly secret: Uint8Array;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)*$/;

/** Storage in a folder. Writes go to a temporary name first, so that a file under its key is always whole. */
export function createLocalStorage({ folder, secret }: LocalStorageOptions): StoragePort & LinkOpener {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new FileMissing(key);
    return join(folder, key);
  };
  const place = async (key: string, write: (path: string) => Promise<void>): Promise<void> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    try {
      await write(draft);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  };
  const signer = createSigner(secret);
  const signed = (key: string, expires: string): string => `GET\n${key}\n${expires}`;
  return {
    name: 'local disk',
    origin: null,
    putFile: async (key, path) => place(key, async (draft) => copyFile(path, draft)),
    putBytes: async (key, bytes) => place(key, async (draft) => writeFile(draft, bytes)),
    async read(key) {
      const path = pathOf(key);
      const info = await stat(path).catch(() => null);
      if (!info?.isFile()) throw new FileMissing(key);
      return { stream: createReadStream(path), size: info.size };
    },
    async exists(key) {
      const info = KEY.test(key) ? await stat(pathOf(key)).catch(() => null) : null;
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
      await mkdir(folder, { recursive: true });
      await access(folder);
    },
    openLink({ key, expires, signature }, now) {
      if (!KEY.test(key) || !signer.verify(signed(key, expires), signature)) return { kind: 'invalid' };
      return Number(expires) > now ? { kind: 'valid', path: pathOf(key) } : { kind: 'expired' };
    },
  };
}
