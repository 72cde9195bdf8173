import { brokenWorkbook } from './broken-workbook.ts'

/** Of what a workbook keeps its texts in; the rows are streamed, this has to be at hand. */
export const mostTextBytes = 256 * 1024 * 1024

const pageBytes = 1024 * 1024
const bytesPerUnit = 3
const bytesPerPlace = 8
const firstPlaces = 1024

export interface SharedStrings {
  add(text: string): void
  /** Undefined beyond the last. */
  at(index: number): string | undefined
}

/**
 * The texts of a workbook as UTF-8 in pages, with their places beside: a third of what as many strings
 * would take, and nothing that the collector has to walk through.
 */
export function createSharedStrings(): SharedStrings {
  const pages: Buffer[] = []
  let used = pageBytes
  let starts = new Uint32Array(firstPlaces)
  let ends = new Uint32Array(firstPlaces)
  let count = 0

  return {
    add(text) {
      if (used + text.length * bytesPerUnit > pageBytes) {
        if (pages.length * pageBytes + count * bytesPerPlace > mostTextBytes) {
          throw brokenWorkbook('workbook_too_large')
        }
        pages.push(Buffer.allocUnsafeSlow(pageBytes))
        used = 0
      }
      if (count === starts.length) {
        if (count * bytesPerPlace > mostTextBytes) throw brokenWorkbook('workbook_too_large')
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
