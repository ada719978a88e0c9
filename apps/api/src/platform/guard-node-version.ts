/** Oldest Node that the database driver and the router run on (`engines`). */
const OLDEST = [22, 22] as const;

/** Stops with a clear sentence under a Node that is too old. */
export function guardNodeVersion(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `This program needs Node ${OLDEST.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Start it with "npm start", which uses the version that the project installs.\n',
  );
  process.exit(1);
}
