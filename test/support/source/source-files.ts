import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

export interface Import {
  /** The path of one of our files, or the name of a package. */
  to: string
  isOurs: boolean
  isLazy: boolean
  isType: boolean
  isReExport: boolean
  /** Name in the exporting file and name in this one. Empty for a lazy import, which may use anything. */
  names: readonly { exported: string; local: string }[]
}

export interface SourceFile {
  path: string
  lines: number
  imports: readonly Import[]
  /** Names, types included, without re-exports. */
  exports: readonly string[]
  hasDefaultExport: boolean
  /** Names that the code uses, such as `process.env`, `.selectFrom`, `fetch()`, `new Date()`; comments are ignored. */
  mentions: ReadonlySet<string>
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

export const readSources = (folder: string): SourceFile[] =>
  filesIn(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readSource(path, readFileSync(path, 'utf8')))

function readSource(path: string, text: string): SourceFile {
  const { program, module } = parseSync(path, text)
  const exports = module.staticExports.flatMap(({ entries }) => entries)
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        ...target(path, moduleRequest.value),
        isLazy: false,
        isType: entries.length > 0 && entries.every(({ isType }) => isType),
        isReExport: false,
        names: entries.map(({ importName, localName }) => ({
          exported: importName.name ?? '*',
          local: localName.value,
        })),
      })),
      ...exports.flatMap(({ moduleRequest, isType, importName }) =>
        moduleRequest
          ? {
              ...target(path, moduleRequest.value),
              isLazy: false,
              isType,
              isReExport: true,
              names: [{ exported: importName.name ?? '*', local: '' }],
            }
          : [],
      ),
      ...module.dynamicImports.map(({ moduleRequest }) => ({
        ...target(path, text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
        isLazy: true,
        isType: false,
        isReExport: false,
        names: [],
      })),
    ],
    exports: exports.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest || exportName.kind !== 'Name' ? [] : (exportName.name ?? []),
    ),
    hasDefaultExport: exports.some(({ exportName }) => exportName.kind === 'Default'),
    mentions: mentionsOf(program),
  }
}

const target = (from: string, specifier: string) =>
  specifier.startsWith('.')
    ? { to: join(dirname(from), specifier), isOurs: true }
    : { to: /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, isOurs: false }

function mentionsOf(program: Parameters<Visitor['visit']>[0]): ReadonlySet<string> {
  const mentions = new Set<string>()
  const visitor = new Visitor({
    MemberExpression({ object, property }) {
      if (property.type !== 'Identifier') return
      mentions.add(`.${property.name}`)
      if (object.type === 'Identifier') mentions.add(`${object.name}.${property.name}`)
    },
    NewExpression({ callee, arguments: values }) {
      if (callee.type === 'Identifier' && values.length === 0) mentions.add(`new ${callee.name}()`)
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier') mentions.add(`${callee.name}()`)
    },
  })
  visitor.visit(program)
  return mentions
}
