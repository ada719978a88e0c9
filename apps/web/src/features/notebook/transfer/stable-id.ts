const SEEDS = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/**
 * A UUID that is the same for the same text on every device, so that a repeated import makes an entry once. It is no
 * secret and applies to the reader's own notes only, so it needs no cryptography, which plain http lacks.
 */
export function stableId(text: string): string {
  const lanes = SEEDS.map((seed) => hash(text, seed));
  const hex = lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  );
}

function hash(text: string, seed: number): number {
  let lane = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    lane = Math.imul(lane ^ text.charCodeAt(at), 0x5bd1e995);
    lane = (lane ^ (lane >>> 15)) + seed;
  }
  lane = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  lane = Math.imul(lane ^ (lane >>> 13), 0xc2b2ae35);
  return (lane ^ (lane >>> 16)) >>> 0;
}
