import { createHmac } from 'node:crypto';

/** The three values that a notice's signature covers; an absent one is left out of the text. */
export interface SignedValues {
  readonly dataId: string | undefined;
  readonly requestId: string | undefined;
  /** Time as the header writes it: seconds or milliseconds since the epoch. */
  readonly ts: string;
}

/** Hexadecimal HMAC-SHA256 of `id:…;request-id:…;ts:…;`, as the provider documents it. */
export function noticeSignature(secret: string, { dataId, requestId, ts }: SignedValues): string {
  const id = dataId === undefined ? '' : `id:${dataId};`;
  const request = requestId === undefined ? '' : `request-id:${requestId};`;
  return createHmac('sha256', secret).update(`${id}${request}ts:${ts};`).digest('hex');
}

/** Takes `ts=…,v1=…` apart; null when either is missing or not of its form. */
export function readSignatureHeader(header: string): { readonly ts: string; readonly v1: string } | null {
  const pairs = new Map(header.split(',').map((pair) => splitAtFirst(pair.trim())));
  const ts = pairs.get('ts');
  const v1 = pairs.get('v1');
  if (!ts || !v1 || !/^\d{1,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return null;
  return { ts, v1: v1.toLowerCase() };
}

function splitAtFirst(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
