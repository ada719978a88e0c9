import type { Config } from './config/config.ts';
import { errorCode } from './error-code.ts';
import { certificateFault } from './failure-reason.ts';
import { MigrationError } from './db/migrate.ts';
import { startTexts as t } from './texts.ts';

/** The shop cannot start as it is set up; the message is one sentence that names the setting. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Steps of a start, in their order. */
export type StartStage = 'data' | 'database' | 'listen';

/**
 * Does a step of the start; what goes wrong for a reason outside the program becomes a sentence.
 * @throws {StartFailure} naming the setting; faults of the program itself go on as they are.
 */
export async function startStep<T>(stage: StartStage, config: Config, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = error instanceof MigrationError ? null : sentenceOf(stage, config, errorCode(error), error);
    throw sentence === null ? error : new StartFailure(sentence, { cause: error });
  }
}

function sentenceOf(stage: StartStage, config: Config, code: string, error: unknown): string | null {
  if (stage === 'listen') return listenSentence(config, code);
  if (stage === 'database' && config.DATABASE_URL !== undefined)
    return serverSentence(config.DATABASE_URL, code, error);
  return folderSentence(config.dataDir, code);
}

function listenSentence({ HOST, PORT }: Config, code: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return t.portTaken(PORT, HOST);
    case 'EACCES':
      return t.portForbidden(PORT);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return t.noSuchHost(HOST);
    default:
      return null;
  }
}

/**
 * Sentence for an error code of the database server (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
function serverSentence(url: string, code: string, error: unknown): string | null {
  const { host, pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  switch (code) {
    case '28P01':
    case '28000':
      return t.login(host, decodeURIComponent(username));
    case '3D000':
      return t.noDatabase(host, name);
    case '42501':
      return t.noRight(decodeURIComponent(username), name);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return t.noServer(host);
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case '57P03':
      return t.silentServer(host, code);
    default:
      return silentServerSentence(host, code, error);
  }
}

/** Sentence for a server without an error code: a bad certificate, silence, or another protocol. */
function silentServerSentence(host: string, code: string, error: unknown): string | null {
  const fault = certificateFault(error);
  if (fault) return t.badServer(host, fault);
  // The driver's own limit has a message and no code, and so has a server that speaks something else.
  return code === '' && isFromDriver(error) ? t.silentServer(host, code) : null;
}

function isFromDriver(error: unknown): boolean {
  return error instanceof Error && /timeout|terminated|unknown message|SSL|SASL/i.test(error.message);
}

function folderSentence(folder: string, code: string): string | null {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
      return t.folderForbidden(folder);
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return t.noFolder(folder);
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return t.folderFull(folder);
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return t.badFile(folder);
    default:
      return null;
  }
}
