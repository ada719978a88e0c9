import type { Readable } from 'node:stream';

/** Keeps files under keys such as `editions/<hash>.epub`; a key never changes its content. */
export interface StoragePort {
  readonly name: string;
  /** Host that download links point to when it is not the shop itself, for the content security policy. */
  readonly origin: string | null;
  /** Stores a file from disk; overwriting with the same bytes is harmless. */
  putFile(key: string, path: string, mediaType: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** The bytes as they were put, and how many. @throws {FileMissing} @throws {StorageUnavailable} */
  read(key: string): Promise<{ readonly stream: Readable; readonly size: number }>;
  exists(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Link to one object, GET only, that works without credentials until it expires. */
  signedUrl(key: string, expiresAt: number, fileName: string): Promise<string>;
  /** Rejects when the store cannot be used now. */
  check(): Promise<void>;
  /** Removes what processes that were killed left half written. @param now by the clock of this machine */
  sweep(now: number): Promise<void>;
}

/** A file in a listing. */
export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** When it was stored, epoch milliseconds, by the clock of whoever keeps it. */
  readonly storedAt: number;
}

/** Store of backups: a storage of its own that can be listed. */
export interface BackupStore extends Pick<StoragePort, 'putBytes' | 'read' | 'delete' | 'sweep'> {
  readonly kind: 'folder' | 'bucket';
  /** The folder's path, or the bucket's name and the prefix in it. */
  readonly place: string;
  /** Disk of the shop's data or bucket of its files, if this store lies there too and would be lost with it. */
  shares(): Promise<'disk' | 'bucket' | null>;
  /** Everything below a folder, or in all of the store for '', in no order. @throws {StorageUnavailable} */
  list(folder: string): Promise<StoredFile[]>;
}

/** Content of a download link whose signature is valid. */
export type SignedLink =
  | { readonly kind: 'valid'; readonly path: string }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'expired' };

/** A storage whose links the shop itself serves. */
export interface LinkOpener {
  openLink(link: { key: string; expires: string; signature: string }, now: number): SignedLink;
}

/** Thrown when no file has the key. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The store was asked and could not do it: down, full, refusing or not answering in time. Worth trying again later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
  /** Status of the store's answer; undefined when it gave none. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}
