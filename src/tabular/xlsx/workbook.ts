import { posix } from 'node:path'
import { mustYield, yieldTurn } from '../../core/yield.ts'
import type { Archive } from './archive.ts'
import { builtInKind, kindOfFormat, type TimeKind } from './number-formats.ts'
import { createXmlParser, type XmlHandler } from './xml-parser.ts'

export interface SheetEntry {
  name: string
  path: string
  isVisible: boolean
}

export interface Workbook {
  sheets: readonly SheetEntry[]
  from1904: boolean
  /** Undefined if the workbook has none. */
  sharedStringsPath: string | undefined
  /** By the index of a cell's style. */
  kindOfStyle: readonly (TimeKind | undefined)[]
}

/**
 * Reads sheets and styles, which must be known before the rows. Returns undefined for another kind
 * of zip.
 */
export async function readWorkbook(archive: Archive): Promise<Workbook | undefined> {
  const path = await findWorkbook(archive)
  if (path === undefined || !archive.has(path)) return undefined
  const relations = await readRelations(archive, path)
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: SheetEntry[] = []
  let root: string | undefined
  let from1904 = false
  await parse(archive, path, {
    open(name, attributes) {
      root ??= name
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const { name: sheetName = '', state = 'visible' } = attributes
      const sheet = byId.get(relationIdOf(attributes))
      // A chart sheet has no rows.
      if (sheet?.type === 'worksheet') {
        sheets.push({ name: sheetName, path: sheet.path, isVisible: state === 'visible' })
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

/** Returns the attribute `r:id`, whatever its prefix is. */
function relationIdOf(attributes: Readonly<Record<string, string>>): string {
  const name = Object.keys(attributes).find((name) => name.endsWith(':id'))
  return (name && attributes[name]) ?? ''
}

const isTrue = (value = ''): boolean => value === '1' || value === 'true'

async function findWorkbook(archive: Archive): Promise<string | undefined> {
  const relations = await readRelations(archive, '')
  return relations.find(({ type }) => type === 'officeDocument')?.path
}

interface Relation {
  id: string
  /** The last path segment of the type. The rest differs in strict workbooks. */
  type: string
  path: string
}

/** Reads the relationships of a part; '' is the package itself. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations: Relation[] = []
  if (!archive.has(path)) return relations
  await parse(archive, path, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes
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
  const customKinds = new Map<number, TimeKind | undefined>()
  let isInCells = false
  await parse(archive, path, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes
        customKinds.set(Number(numFmtId), kindOfFormat(formatCode))
      } else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId)
        kinds.push(customKinds.has(id) ? customKinds.get(id) : builtInKind(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return kinds
}

async function parse(archive: Archive, path: string, handler: Partial<XmlHandler>): Promise<void> {
  const parser = createXmlParser({ open() {}, text() {}, close() {}, ...handler })
  for await (const text of archive.read(path)) {
    parser.write(text)
    if (mustYield()) await yieldTurn()
  }
  parser.end()
}
