/** 4 refreshes per 60 s and list. */
const LIMIT = 4;
const WINDOW_MS = 60_000;

const taken = new Map<string, number[]>();

/** Takes one refresh of a list; false when its limit is reached. */
export function takeRefresh(list: string, now = Date.now()): boolean {
  const recent = (taken.get(list) ?? []).filter((instant) => now - instant < WINDOW_MS);
  const allowed = recent.length < LIMIT;
  taken.set(list, allowed ? [...recent, now] : recent);
  return allowed;
}
