/** Header required on all calls but GET and HEAD, with the value of the cookie. */
export function antiForgeryHeader(): Record<string, string> {
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie) } : {};
}
