import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file for a person to keep. */
export interface Attachment {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
  /** File name for saving. */
  readonly name: string;
  readonly mediaType: string;
}

/** Sends a file that is one person's own, to be saved. */
export function sendAttachment(reply: FastifyReply, { stream, size, name, mediaType }: Attachment): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(name)}`)
    .header('cache-control', 'private, no-store')
    .send(stream);
}

/** Encodes a file name by RFC 8187; characters that file systems refuse become spaces. */
function encodeFileName(name: string): string {
  const clean = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').toWellFormed();
  return encodeURIComponent(clean).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
