/** Name of the picture of an address: `/images/<hash>-320.webp` and `/images/<hash>.jpg` are files of one picture. */
export function pictureAt(path: string): string {
  return path.replace(/^\/images\//, '').replace(/(-\d+)?\.\w+$/, '');
}
