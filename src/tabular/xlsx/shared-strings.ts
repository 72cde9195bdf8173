import { brokenWorkbook } from './broken-workbook.ts'

/**
 * The limit for the shared texts of a workbook. Rows are streamed, but these texts must stay in
 * memory.
 */
const maxTextBytes = 256 * 1024 * 1024

const pageBytes = 1024 * 1024
const bytesPerUnit = 3
const bytesPerOffset = 8
const initialCount = 1024

export interface SharedStrings {
  add(text: string): void
  /** Returns undefined beyond the last text. */
  at(index: number): string | undefined
}

/**
 * Stores the texts of a workbook as UTF-8 in pages, with their offsets. This takes a third of the
 * memory of strings and adds no objects for the garbage collector.
 */
export function createSharedStrings(): SharedStrings {
  const pages: Buffer[] = []
  let used = pageBytes
  let starts = new Uint32Array(initialCount)
  let ends = new Uint32Array(initialCount)
  let count = 0

  return {
    add(text) {
      if (used + text.length * bytesPerUnit > pageBytes) {
        if (pages.length * pageBytes + count * bytesPerOffset > maxTextBytes) {
          throw brokenWorkbook('workbook_too_large')
        }
        pages.push(Buffer.allocUnsafeSlow(pageBytes))
        used = 0
      }
      if (count === starts.length) {
        if (count * bytesPerOffset > maxTextBytes) throw brokenWorkbook('workbook_too_large')
        starts = doubled(starts)
        ends = doubled(ends)
      }
      const base = (pages.length - 1) * pageBytes
      starts[count] = base + used
      used += pages.at(-1)?.write(text, used) ?? 0
      ends[count++] = base + used
    },
    at(index) {
      if (!(index >= 0 && index < count)) return undefined
      const start = starts[index] ?? 0
      const page = Math.floor(start / pageBytes)
      const base = page * pageBytes
      return pages[page]?.toString('utf8', start - base, (ends[index] ?? 0) - base)
    },
  }
}

function doubled(places: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(places.length * 2)
  more.set(places)
  return more
}
