import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AppError } from '../../platform/http/app-error.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;
const LARGEST_OUTPUT = 4 * 1024 * 1024;

/** The file is no picture that can be used: wrong kind, damaged, too many pixels, or more than a decoder can bear. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

/** How a decoder ends that a picture made fall over. */
const CRASHES: ReadonlySet<unknown> = new Set(['SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/**
 * Runs a child process that decodes pictures, and gives what it wrote. Only what it does because of the picture is told
 * as the picture's fault: a full disk, or an end that the system gave it, is ours.
 * @param worker file beside this one
 * @param signal ends it, because this process ends
 * @throws {UnusablePicture} when it takes too long or falls over
 * @throws {AppError} unavailable when it fails otherwise
 */
export async function runPictureChild(worker: string, args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
  const file = fileURLToPath(new URL(worker, import.meta.url));
  const limits = { timeout: TIMEOUT_MS, maxBuffer: LARGEST_OUTPUT, ...(signal ? { signal } : {}) };
  const options = { ...limits, env: surroundings(), encoding: 'buffer' } as const;
  try {
    return (await run(process.execPath, ['--max-old-space-size=128', file, ...args], options)).stdout;
  } catch (error) {
    const { killed = false, signal: end = null } = error as { killed?: boolean; signal?: NodeJS.Signals | null };
    if (killed || CRASHES.has(end)) throw new UnusablePicture('picture could not be decoded', { cause: error });
    throw new AppError('unavailable', { cause: error });
  }
}

/** Environment of a decoder: the server's folders and fonts, without its settings, which contain secrets. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, LD_LIBRARY_PATH, FONTCONFIG_FILE, FONTCONFIG_PATH, SystemRoot } = process.env;
  const needed = { PATH, HOME, LANG, LD_LIBRARY_PATH, FONTCONFIG_FILE, FONTCONFIG_PATH, SystemRoot, TMPDIR: tmpdir() };
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined));
}
