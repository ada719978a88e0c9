import type { Transport } from './api-client.ts';

/** Statuses whose answers have no body, by the fetch standard. */
const bodiless = new Set([204, 205, 304]);

/**
 * Transport that tells how much was sent, which `fetch` cannot.
 * @param onProgress called with the bytes sent so far and in all, the form's own frame included.
 */
export function uploadTransport(onProgress: (sent: number, total: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
      const abort = () => request.abort();
      const settle = () => signal?.removeEventListener('abort', abort);
      request.addEventListener('load', () => {
        settle();
        const { status } = request;
        resolve(new Response(bodiless.has(status) ? null : request.responseText, { status }));
      });
      request.addEventListener('error', () => {
        settle();
        reject(new TypeError('the upload was interrupted'));
      });
      request.addEventListener('abort', () => {
        settle();
        reject(new DOMException('the upload was stopped', 'AbortError'));
      });
      if (signal?.aborted) {
        abort();
        reject(new DOMException('the upload was stopped', 'AbortError'));
        return;
      }
      signal?.addEventListener('abort', abort);
      request.send(body as FormData);
    });
}
