import { build, type Plugin, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { foldRuntime } from './fold-runtime.ts';

/**
 * Sources of a page that imports a CommonJS module, which the bundler wraps with its helpers, and loads a module later.
 */
const sources = (core: string): Readonly<Record<string, string>> => ({
  page: `import { word } from 'core'; import older from 'older'; import('later').then((all) => console.log(all, word, older));`,
  core,
  older: `module.exports = 'older';`,
  later: `import older from 'older'; export const later = older + '!'; export * as self from 'later';`,
});

async function files(core: string, fold: Plugin | null): Promise<readonly Rolldown.OutputChunk[]> {
  const modules = sources(core);
  const virtual: Plugin = {
    name: 'virtual',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)] ?? null,
  };
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [virtual, fold],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'page',
        output: { codeSplitting: { groups: ['core', 'older', 'later'].map((name) => ({ name, test: `\0${name}` })) } },
      },
    },
  });
  return (output as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
}

const CORE = `export const word = 'word';`;
const named = (all: readonly Rolldown.OutputChunk[], name: string) => all.find((file) => file.name === name);

it('puts the helpers of the bundler into the file that every page loads', async () => {
  expect(named(await files(CORE, null), 'rolldown-runtime')).toBeDefined();
  const folded = await files(CORE, foldRuntime('core'));
  const core = named(folded, 'core')?.fileName;
  expect(named(folded, 'rolldown-runtime')).toBeUndefined();
  expect(folded.map(({ code }) => code).join('')).not.toContain('rolldown-runtime');
  for (const name of ['older', 'later']) expect(named(folded, name)?.imports, name).toContain(core);
  const taken = named(folded, 'older')?.code.match(/import\{(\S+) as/)?.[1] ?? '?';
  expect(named(folded, 'core')?.code).toMatch(new RegExp(`as ${RegExp.escape(taken)}[,}]`));
});

it('names each file by the helpers that it imports, too', async () => {
  const names = async (core: string) => (await files(core, foldRuntime('core'))).map(({ fileName }) => fileName);
  const [before, after] = [await names(CORE), await names(CORE.replace("'word'", "'other'"))];
  expect(before).toHaveLength(4);
  expect(before.filter((name) => after.includes(name))).toEqual([]);
});

it('refuses a file that imports another, and one that does not exist', async () => {
  await expect(files(`import 'older'; ${CORE}`, foldRuntime('core'))).rejects.toThrow('imports itself');
  await expect(files(CORE, foldRuntime('other'))).rejects.toThrow('no file is called rolldown-runtime or other');
});
