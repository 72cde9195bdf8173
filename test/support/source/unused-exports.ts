import { readFileSync } from 'node:fs'
import type { SourceFile } from './source-files.ts'

/**
 * Returns the exports that no other file imports, as `path#name`. A lazy import and `import *` use each
 * export whose name the importing file mentions. `entries` are the files that the build starts from;
 * their exports always count as used.
 */
export function unusedExports(
  files: readonly SourceFile[],
  { importers, entries }: { importers: readonly SourceFile[]; entries: readonly string[] },
): string[] {
  const used = new Set<string>()
  const exportsOf = new Map(files.map(({ path, exports }) => [path, exports]))
  for (const importer of [...files, ...importers]) {
    for (const { to, isLazy, names } of importer.imports) {
      const isWhole = isLazy || names.some(({ exported }) => exported === '*')
      const taken = isWhole
        ? mentioned(importer, exportsOf.get(to) ?? [])
        : names.map(({ exported }) => exported)
      for (const name of taken) used.add(`${to}#${name}`)
    }
  }
  return files
    .filter(({ path }) => !entries.includes(path))
    .flatMap(({ path, exports }) => exports.map((name) => `${path}#${name}`))
    .filter((name) => !used.has(name))
}

function mentioned({ path }: SourceFile, names: readonly string[]): string[] {
  const text = readFileSync(path, 'utf8')
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}
