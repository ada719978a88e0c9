import type { Plugin } from 'vite';

/** The bundler's name for the file of its own helpers. */
const RUNTIME = 'rolldown-runtime';

/**
 * Puts the helpers of the bundler into a file that every page loads anyway: by itself the bundler makes them a file of
 * their own, of 0.4 kB, which every page would wait for and count among the few that it may ask for. Done before file
 * names get their hashes, so that a changed helper is a changed name.
 * @param host name of the file that takes them; it must import no other
 */
export function foldRuntime(host: string): Plugin {
  let helpers = Promise.withResolvers<string>();
  return {
    name: 'fold-runtime',
    apply: 'build',
    enforce: 'pre',
    renderStart() {
      helpers = Promise.withResolvers();
    },
    async renderChunk(code, { name, imports }, _options, { chunks }) {
      const fileOf = (chunkName: string) => Object.values(chunks).find((chunk) => chunk.name === chunkName)?.fileName;
      const [runtimeFile, hostFile] = [fileOf(RUNTIME), fileOf(host)];
      if (runtimeFile === undefined || hostFile === undefined)
        throw new Error(`no file is called ${RUNTIME} or ${host}`);
      if (name === RUNTIME) helpers.resolve(code);
      if (name === host) {
        if (imports.length > 0) throw new Error(`${host} cannot hold the helpers of what it imports itself`);
        return `${code}\n${renamed(await helpers.promise, /(?<=export \{)[^}]+/, /as (\w+)/g, 'as $$$1')}`;
      }
      if (!imports.includes(runtimeFile)) return null;
      const base = (file: string) => file.slice(file.lastIndexOf('/') + 1);
      const statement = new RegExp(`(?<=import \\{)[^}]+(?=\\} from "\\./${RegExp.escape(base(runtimeFile))}")`);
      return renamed(code, statement, /(\w+) as/g, '$$$1 as').replace(base(runtimeFile), () => base(hostFile));
    },
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle).filter((output) => output.type === 'chunk');
      const runtime = outputs.find(({ name }) => name === RUNTIME);
      const hostFile = outputs.find(({ name }) => name === host)?.fileName;
      if (!runtime || hostFile === undefined) return;
      for (const chunk of outputs) {
        if (chunk.imports.includes(runtime.fileName))
          chunk.imports = [...new Set([hostFile, ...chunk.imports.filter((file) => file !== runtime.fileName)])];
      }
      delete bundle[runtime.fileName];
    },
  };
}

/** Renames an import or export of a file's statement. @throws when there is no such statement */
function renamed(code: string, statement: RegExp, names: RegExp, replacement: string): string {
  if (!statement.test(code)) throw new Error(`the bundler writes its helpers otherwise: ${statement.source}`);
  return code.replace(statement, (list) => list.replaceAll(names, replacement));
}
