import { z } from 'zod';
import { callsOf } from './call.ts';
import { instant } from './primitives.ts';

const { admin, anyone } = callsOf('backups');

/** Phase of a backup that is being made. */
export const backupPhase = z.enum(['waiting', 'rows', 'files', 'checking', 'tidying']);
export type BackupPhase = z.infer<typeof backupPhase>;

/** A backup that was asked for, is being made, or was the last to end. */
const backupRun = z.object({
  id: z.string(),
  state: z.enum(['asked', 'running', 'good', 'bad']),
  asked_at: instant,
  ended_at: instant.nullable(),
  phase: backupPhase,
  /** Pieces of the phase that are done, of how many; 0 of 0 while that is not known. */
  done: z.int(),
  total: z.int(),
  /** Reason of a failure, or a warning about a good backup, as a sentence; null for none. */
  failure: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

/** A backup that is kept. */
const keptBackup = z.object({
  id: z.string(),
  made_at: instant,
  /** Bytes of its rows and of all the files it needs, as they are stored; files are shared with other backups. */
  size: z.int(),
  /** Stored bytes that the backup added. */
  added: z.int(),
  rows: z.int(),
  files: z.int(),
  /** How many of the files were read again and compared before it was called good. */
  checked_files: z.int(),
  /** Files that the shop itself had lost. */
  missing_files: z.int(),
});
export type KeptBackup = z.infer<typeof keptBackup>;

/** GET /api/admin/backups. */
export const backupState = z.object({
  /** The folder or bucket. */
  place: z.object({
    kind: z.enum(['folder', 'bucket']),
    name: z.string(),
    /** Disk of the shop's data or bucket of its files, if the backups lie there too and would be lost with it. */
    shares: z.enum(['disk', 'bucket']).nullable(),
  }),
  /** Hour of Santiago; null while no backups are made by themselves. */
  hour: z.int().nullable(),
  next_at: instant.nullable(),
  last_good_at: instant.nullable(),
  key: z.object({
    /** Origin of the key: the setting BACKUP_KEY, or a file of the data folder. */
    source: z.enum(['setting', 'file']),
    /** Identifies the key without telling anything of it. */
    fingerprint: z.string(),
    /** When an admin said that a copy is kept elsewhere. */
    kept_at: instant.nullable(),
    /** Another key that encrypted a recent backup, if any: that backup needs that key. */
    other: z
      .object({
        fingerprint: z.string(),
        last_at: instant,
        /** Whether admins should look: its last backup is the newest of all, or of these days. */
        is_recent: z.boolean(),
      })
      .nullable(),
  }),
  run: backupRun.nullable(),
  /** The newest first. */
  kept: z.array(keptBackup),
  /** When the list of those that are kept was made; null before the first. */
  kept_as_of: instant.nullable(),
});
export type BackupState = z.infer<typeof backupState>;

export const backupKey = z.object({ key: z.string() });

/** A link to one backup as a file, which is good for a few minutes. */
export const backupLink = z.object({ path: z.string() });

/** Query of a link that the shop itself signed. */
const archiveQuery = z.object({
  expires: z.string().regex(/^\d{1,16}$/),
  signature: z.string().max(100),
});

export const adminGetBackups = admin('GET', '/api/admin/backups', 'State of the backups', { answer: backupState });

export const adminMakeBackup = admin('POST', '/api/admin/backups', 'Make a backup now, unless one is being made', {
  answer: backupState,
});

/** A POST, because each look at the key is written to the log. */
export const adminShowBackupKey = admin('POST', '/api/admin/backups/key', 'The key that opens the backups', {
  asksAgain: true,
  securityEvent: 'backup-key-shown',
  answer: backupKey,
});

export const adminKeepBackupKey = admin('POST', '/api/admin/backups/key/kept', 'Say that the key is kept elsewhere', {
  answer: backupState,
});

/** A POST, because each download is written to the log. */
export const adminLinkBackup = admin('POST', '/api/admin/backups/:id/link', 'A link to a backup as one file', {
  asksAgain: true,
  securityEvent: 'backup-downloaded',
  answer: backupLink,
});

/** The browser saves it by itself, without a token: the link is the proof. */
export const getBackupArchive = anyone('GET', '/api/backups/:id/archive', 'A backup as one encrypted file, by a link', {
  query: archiveQuery,
  answer: z.unknown(),
});
