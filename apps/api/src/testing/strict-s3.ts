import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

export const S3_TEST_KEYS = {
  accessKeyId: 'AKTEST',
  secretAccessKey: 'secret-of-the-tests',
  region: 'auto',
  bucket: 'libros',
} as const;

/**
 * An object store for tests that refuses every request that is not signed exactly (AWS Signature Version 4, header and
 * query).
 */
export interface StrictS3 {
  readonly endpoint: string;
  readonly objects: Map<string, { body: Buffer; type: string; at: number }>;
  /** Status with which every call is answered while set. */
  failWith: number | null;
  /** Fault of a proxy while set: it compresses every answer, or stops in the middle of a body. */
  between: 'gzip' | 'stall' | null;
  /** Origin whose pages may read the answers; null, as in a new bucket, for none. */
  openTo: string | null;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export async function startStrictS3(): Promise<StrictS3> {
  const objects: StrictS3['objects'] = new Map();
  const server = createServer((request, response) => {
    if (store.openTo !== null && request.headers.origin === store.openTo) {
      response.setHeader('access-control-allow-origin', store.openTo);
      response.setHeader('access-control-expose-headers', 'Content-Range');
    }
    void buffer(request).then((body) => {
      if (store.failWith !== null) return response.writeHead(store.failWith).end();
      const refusal = whyRefused(request, body);
      if (refusal)
        return response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${refusal}</Code></Error>`);
      return answer(store, request, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: StrictS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failWith: null,
    between: null,
    openTo: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

function whyRefused(request: IncomingMessage, body: Buffer): string | null {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const inQuery = url.searchParams.has('X-Amz-Signature');
  const header = request.headers.authorization ?? '';
  if (inQuery && header) return 'TwoAuthorizations';
  const field = (name: string): string => new RegExp(`${name}=([^, ]+)`).exec(header)?.[1] ?? '';
  const read = (name: string): string => (inQuery ? (url.searchParams.get(`X-Amz-${name}`) ?? '') : field(name));
  const date = inQuery ? read('Date') : String(request.headers['x-amz-date'] ?? '');
  const [accessKey, day = '', region = '', service, terminator] = read('Credential').split('/');
  if (accessKey !== S3_TEST_KEYS.accessKeyId || service !== 's3' || terminator !== 'aws4_request')
    return 'InvalidAccessKeyId';
  const signed = read('SignedHeaders').split(';');
  if (!signed.includes('host')) return 'HostNotSigned';
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const lifetime = inQuery ? Number(read('Expires')) : 900;
  if (!(lifetime > 0 && lifetime <= 604_800) || Date.now() > at + lifetime * 1000) return 'RequestExpired';
  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'] ?? '');
  if (!inQuery && payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'BadDigest';
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const canonical = [request.method, path, query, headers, signed.join(';'), payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${S3_TEST_KEYS.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const right = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  const signature = Buffer.from(read('Signature'), 'hex');
  return signature.length === right.length && timingSafeEqual(signature, right) ? null : 'SignatureDoesNotMatch';
}

/** Three objects a page, so that tests get several pages. */
const LISTED_AT_ONCE = 3;

function listing(objects: StrictS3['objects'], { searchParams }: URL): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? '')).toSorted();
  const rest = keys.filter((key) => key > (searchParams.get('continuation-token') ?? ''));
  const page = rest.slice(0, LISTED_AT_ONCE);
  const entries = page.map((key) => {
    const { body, at } = objects.get(key) ?? { body: Buffer.alloc(0), at: 0 };
    const modified = new Date(at).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${body.length}</Size></Contents>`;
  });
  const next = rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const more = `<IsTruncated>${next === '' ? 'false' : 'true'}</IsTruncated>`;
  return `<ListBucketResult>${more}${next}${entries.join('')}</ListBucketResult>`;
}

function answer(
  { objects, between }: StrictS3,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): ServerResponse {
  const url = new URL(request.url ?? '/', 'http://x');
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== S3_TEST_KEYS.bucket) return response.writeHead(404).end();
  const key = decodeURIComponent(rest.join('/'));
  if (request.method === 'PUT') {
    objects.set(key, { body, type: request.headers['content-type'] ?? '', at: Date.now() });
    return response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (key === '') return response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, url));
  const object = objects.get(key);
  if (!object) return response.writeHead(404).end();
  const disposition = url.searchParams.get('response-content-disposition');
  const headers = {
    'content-type': object.type,
    'accept-ranges': 'bytes',
    ...(disposition ? { 'content-disposition': disposition } : {}),
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const slice = range
    ? object.body.subarray(Number(range[1]), range[2] ? Number(range[2]) + 1 : undefined)
    : object.body;
  if (between === 'gzip' && request.method === 'GET') {
    const packed = gzipSync(slice);
    const encoded = { ...headers, 'content-encoding': 'gzip', 'content-length': packed.length };
    return response.writeHead(200, encoded).end(packed);
  }
  if (between === 'stall') {
    response.writeHead(200, { ...headers, 'content-length': slice.length });
    response.write(slice.subarray(0, slice.length / 2));
    return response;
  }
  return response
    .writeHead(range ? 206 : 200, { ...headers, 'content-length': slice.length })
    .end(request.method === 'HEAD' ? undefined : slice);
}
