import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import { AppError } from './app-error.ts';
import { isOpenToAll } from './body-limits.ts';

/** A file of a form, on disk while the request is worked on. */
export interface UploadedFile {
  readonly path: string;
  readonly size: number;
  /** Name that the sender gave the file; for people, never for a path. */
  readonly name: string;
}

/** Rules of a file field. */
export interface FileRule {
  readonly maxBytes: number;
  /** Sentence for a file that is too large. */
  readonly tooLarge: string;
  /** Refuses by name and type, before anything is written. */
  readonly check?: (file: { readonly name: string; readonly mediaType: string }) => void;
}

/** How the names of temporary folders of uploads begin. */
export const UPLOAD_PREFIX = 'upload-';

/** A multipart form that arrived whole. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, UploadedFile | undefined>>;
  /** Aborted when the client goes away before the answer. */
  readonly signal: AbortSignal;
}

interface FormRules {
  /** Folder for temporary files; on the disk of the data, where there is room. */
  readonly folder: string;
  readonly files: Readonly<Record<string, FileRule>>;
}

/** Names, flags and texts. */
const limits = { fields: 30, parts: 40, fieldNameSize: 100, headerPairs: 50 };
/** Limit of all fields of a form without its files, including separators; the longest field is a list of quotes. */
const FIELDS_BYTES = 768 * 1024;
/** Bytes that are still read of a refused body, of a caller without a session. */
const DROPPED_BYTES = 256 * 1024;
const FORM_TYPE = 'multipart/form-data';

/** Lets routes accept multipart forms; a route without multipart in `consumes` answers 415. */
export async function installForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
  app.addHook('preParsing', ({ headers, routeOptions }, _reply, payload, done) => {
    const { consumes = [] }: FastifySchema & { readonly consumes?: readonly string[] } = routeOptions.schema ?? {};
    const isForm = headers['content-type']?.toLowerCase().trimStart().startsWith(FORM_TYPE) ?? false;
    done(isForm && !consumes.includes(FORM_TYPE) ? new AppError('unsupported_media_type') : null, payload);
  });
}

/**
 * Reads a multipart form, its files streamed to disk, and hands it over; whatever happens, no temporary file is left.
 * @throws {AppError} unsupported_media_type, payload_too_large, malformed_request, or what a rule throws
 */
export async function withForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const leavingClient = leaving(request, reply);
  const files = Object.values(rules.files).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  await mkdir(rules.folder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(rules.folder, UPLOAD_PREFIX));
  try {
    return await use(await receive(request, { ...rules, folder, maxBytes: FIELDS_BYTES + files }, leavingClient));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * For `preValidation`: puts the fields of a multipart form where those of other bodies are, before they are checked. It
 * takes no files and writes nothing.
 * @throws {AppError} payload_too_large, malformed_request
 */
export async function readMultipartFields(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return;
  const rules = { folder: '', files: {}, maxBytes: request.routeOptions.bodyLimit };
  const { fields } = await receive(request, rules, leaving(request, reply));
  request.body = { ...fields };
}

interface LimitedRules extends FormRules {
  /** Limit of the whole body, bytes. */
  readonly maxBytes: number;
}

async function receive(
  request: FastifyRequest,
  { folder, files: rules, maxBytes }: LimitedRules,
  leavingClient: AbortController,
): Promise<Form> {
  const { signal } = leavingClient;
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, UploadedFile> = Object.create(null);
  try {
    for await (const part of partsOf(request, { files: Object.keys(rules).length, maxBytes }, leavingClient)) {
      if (part.type === 'file') {
        const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
        if (!rule || files[part.fieldname]) throw new AppError('malformed_request');
        files[part.fieldname] = await saveFile(part, rule, folder, signal);
      } else {
        if (part.valueTruncated) throw new AppError('payload_too_large');
        fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value ?? '');
      }
    }
  } catch (error) {
    dropRest(request);
    throw toFormError(signal.aborted ? signal.reason : error);
  }
  return { fields, files, signal };
}

/** Reads the rest of the body and drops it, so that the sender gets to read the answer; a stranger's has an end. */
function dropRest(request: FastifyRequest): void {
  const { raw } = request;
  raw.unpipe();
  raw.resume();
  if (!isOpenToAll(request)) return;
  let dropped = 0;
  raw.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > DROPPED_BYTES) raw.destroy();
  });
}

/** Aborted when the client leaves before it was answered, be it before this was called. */
function leaving(request: FastifyRequest, reply: FastifyReply): AbortController {
  const leavingClient = new AbortController();
  const abort = (): void => leavingClient.abort(new AppError('malformed_request'));
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort();
  });
  if (request.raw.errored || reply.raw.destroyed) abort();
  return leavingClient;
}

/** The parser's own iterator waits for ever when the connection was lost before it began. */
async function* partsOf(
  request: FastifyRequest,
  { files, maxBytes }: { readonly files: number; readonly maxBytes: number },
  leaver: AbortController,
): AsyncGenerator<Multipart> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('payload_too_large');
  const { signal } = leaver;
  const parts = request.parts({ limits: { ...limits, fieldSize: maxBytes, files, fileSize: Infinity } });
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  signal.throwIfAborted();
  let next = parts.next();
  // Added last: an earlier listener would take data that the parser waits for.
  countBytes(request, maxBytes, leaver);
  for (;;) {
    const { value, done } = await Promise.race([next, aborted]);
    if (done || !value) return;
    yield value;
    signal.throwIfAborted();
    next = parts.next();
  }
}

/** Breaks the reading off at the first byte too many, be it of a field, of a file or of what no part is. */
function countBytes(request: FastifyRequest, maxBytes: number, leaver: AbortController): void {
  let received = 0;
  request.raw.on('data', ({ length }: Buffer) => {
    received += length;
    try {
      if (received > maxBytes) throw new AppError('payload_too_large');
      if (!leaver.signal.aborted) request.holdBytes(length);
    } catch (error) {
      leaver.abort(error);
    }
  });
}

async function saveFile(
  part: MultipartFile,
  rule: FileRule,
  folder: string,
  signal: AbortSignal,
): Promise<UploadedFile> {
  rule.check?.({ name: part.filename ?? '', mediaType: part.mimetype });
  const path = join(folder, randomUUID());
  let size = 0;
  await pipeline(
    part.file,
    async function* measure(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > rule.maxBytes) throw new AppError('payload_too_large', { detail: rule.tooLarge });
        yield chunk;
      }
    },
    createWriteStream(path),
    { signal },
  );
  return { path, size, name: part.filename ?? '' };
}

/** Turns the parser's errors about a malformed form into the sender's fault; a full disk stays the shop's. */
function toFormError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if ('statusCode' in error && error.statusCode === 413) return new AppError('payload_too_large', { cause: error });
  return 'syscall' in error ? error : new AppError('malformed_request', { cause: error });
}

/** Checks the text fields. @throws {AppError} invalid_request with a sentence for each wrong field */
export function parseFields<S extends z.ZodType>(
  schema: S,
  fields: Form['fields'],
  missing: Record<string, string> = {},
): z.output<S> {
  const parsed = schema.safeParse({ ...fields });
  const wrong = { ...missing };
  if (!parsed.success) for (const { path, message } of parsed.error.issues) wrong[String(path[0] ?? '')] ??= message;
  if (Object.keys(wrong).length > 0) throw new AppError('invalid_request', { fields: wrong });
  return parsed.data as z.output<S>;
}
