/** Header demanded on everything but GET and HEAD, taken from the cookie. */
export function antiForgeryHeader(): Record<string, string> {
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie) } : {};
}
