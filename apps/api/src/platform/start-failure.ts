import type { Config } from './config/config.ts';
import { errorCode } from './error-code.ts';
import { failureReason, failureSentences } from './failure-reason.ts';
import { MigrationError } from './db/migrate.ts';

/** The shop cannot start as it is set up; the message is one sentence that names the setting. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** What a start needs, in the order in which it is asked for. */
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
      return `PORT: el puerto ${PORT} de ${HOST} ya lo usa otro programa; cierra ese programa o elige otro número.`;
    case 'EACCES':
      return `PORT: este usuario no puede abrir el puerto ${PORT}; elige uno desde 1024.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: esta máquina no tiene la dirección ${HOST}; usa 127.0.0.1, o 0.0.0.0 para todas.`;
    default:
      return null;
  }
}

/** By what the database server answers (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
function serverSentence(url: string, code: string, error: unknown): string | null {
  const { host, pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  switch (code) {
    case '28P01':
    case '28000':
      return `DATABASE_URL: PostgreSQL en ${host} no acepta al usuario ${decodeURIComponent(username)} o su contraseña.`;
    case '3D000':
      return `DATABASE_URL: en PostgreSQL de ${host} no existe la base de datos ${name}; créala o corrige el nombre.`;
    case '42501':
      return `DATABASE_URL: el usuario ${decodeURIComponent(username)} no puede crear tablas en ${name}; dale ese permiso.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL: no existe el servidor ${host}.`;
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case '57P03':
      return `DATABASE_URL: nadie contesta por PostgreSQL en ${host} (${code}).`;
    default:
      return silentServerSentence(host, code, error);
  }
}

/** Of a server that gives no code of its own: its certificate is not good, or it says nothing, or speaks something else. */
function silentServerSentence(host: string, code: string, error: unknown): string | null {
  const reason = failureReason(error)?.reason;
  if (reason === 'expired' || reason === 'otherHost' || reason === 'untrusted')
    return `DATABASE_URL: PostgreSQL en ${host} ${failureSentences[reason]}.`;
  // The driver's own limit has a message and no code, and so has a server that speaks something else.
  return code === '' && isFromDriver(error) ? `DATABASE_URL: nadie contesta por PostgreSQL en ${host}.` : null;
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
      return `DATA_DIR: este usuario no puede escribir en ${folder}.`;
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return `DATA_DIR: ${folder} no se puede crear como carpeta.`;
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return `DATA_DIR: no queda espacio en el disco de ${folder}.`;
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `DATA_DIR: el archivo shop.sqlite de ${folder} no es una base de datos de la tienda, o está dañado.`;
    default:
      return null;
  }
}
