import { createLocalStorage } from '../adapters/local-storage/local-storage.ts';

/**
 * Child process `half-write-worker.ts <folder> <pipe>`: stores a file whose bytes come from a pipe that stays empty.
 */
const [folder = '', pipe = ''] = process.argv.slice(2);
const storage = createLocalStorage({ folder, secret: Buffer.from('secret') });
await storage.putFile('editions/half.epub', pipe, 'application/epub+zip');
