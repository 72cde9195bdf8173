import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { builtInKind, kindOfFormat, type TimeKind } from './number-formats.ts'
import { attributesOf, createXmlScanner, type XmlHandler } from './xml-scanner.ts'

export interface SheetEntry {
  name: string
  path: string
  isVisible: boolean
}

export interface Workbook {
  sheets: readonly SheetEntry[]
  from1904: boolean
  /** Undefined when the workbook has none. */
  sharedStringsPath: string | undefined
  /** By the number of a cell's style. */
  kindOfStyle: readonly (TimeKind | undefined)[]
}

/** Sheets, styles and whatever else must be known before a row is read. Undefined for another zip. */
export async function readWorkbook(archive: Archive): Promise<Workbook | undefined> {
  const path = await findWorkbook(archive)
  if (path === undefined || !archive.has(path)) return undefined
  const relations = await readRelations(archive, path)
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: SheetEntry[] = []
  let root: string | undefined
  let from1904 = false
  await scan(archive, path, {
    open(name, tag) {
      root ??= name
      if (name === 'workbookPr') from1904 = isTrue(attributesOf(tag).date1904)
      if (name !== 'sheet') return
      const { name: called = '', id, state = 'visible' } = attributesOf(tag)
      const sheet = byId.get(id ?? '')
      // A chart has its own sheet, and no rows.
      if (sheet?.type === 'worksheet') {
        sheets.push({ name: called, path: sheet.path, isVisible: state === 'visible' })
      }
    },
  })
  if (root !== 'workbook') return undefined
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path
  return {
    sheets,
    from1904,
    sharedStringsPath: pathOf('sharedStrings'),
    kindOfStyle: await readStyles(archive, pathOf('styles')),
  }
}

const isTrue = (value = ''): boolean => value === '1' || value === 'true'

async function findWorkbook(archive: Archive): Promise<string | undefined> {
  const relations = await readRelations(archive, '')
  return relations.find(({ type }) => type === 'officeDocument')?.path
}

interface Relation {
  id: string
  /** The last word of its type: what stands before it differs in strict workbooks. */
  type: string
  path: string
}

/** What a part refers to; '' is the package itself. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations: Relation[] = []
  if (!archive.has(path)) return relations
  await scan(archive, path, {
    open(name, tag) {
      if (name !== 'Relationship') return
      const { Id: id = '', Type: type = '', Target: target = '' } = attributesOf(tag)
      const absolute = posix.resolve('/', folder, target).slice(1)
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: absolute })
    },
  })
  return relations
}

async function readStyles(
  archive: Archive,
  path: string | undefined,
): Promise<(TimeKind | undefined)[]> {
  const kinds: (TimeKind | undefined)[] = []
  if (path === undefined || !archive.has(path)) return kinds
  const own = new Map<number, TimeKind | undefined>()
  let isInCells = false
  await scan(archive, path, {
    open(name, tag) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributesOf(tag)
        own.set(Number(numFmtId), kindOfFormat(formatCode))
      } else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const id = Number(attributesOf(tag).numFmtId)
        kinds.push(own.has(id) ? own.get(id) : builtInKind(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return kinds
}

async function scan(archive: Archive, path: string, handler: Partial<XmlHandler>): Promise<void> {
  const scanner = createXmlScanner({ open() {}, text() {}, close() {}, ...handler })
  for await (const text of archive.read(path)) scanner.write(text)
  scanner.end()
}
