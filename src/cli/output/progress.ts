import type { Writable } from 'node:stream'
import type { Clock } from '../../core/clock.ts'
import { drawBar } from './chart.ts'
import type { LocalFormat } from './local-value.ts'
import { cut, displayWidth, padEnd } from './width.ts'
import type { TerminalWords } from './words.ts'

export interface Progress {
  /** How many are done, of how many when that is known. */
  update(count: number, total?: number): void
  /** Takes the bar off the screen, so that something else can be written; the next update brings it back. */
  clear(): void
}

export interface ProgressSettings {
  readonly stderr: Writable
  /** `bar` in a terminal, `lines` for a log that wants them, else nothing: cron mails what it is told. */
  readonly style: 'bar' | 'lines' | 'none'
  readonly columns: () => number
  readonly clock: Pick<Clock, 'now'>
  readonly unicode: boolean
  readonly local: LocalFormat
  readonly words: TerminalWords
}

/** Ten times a second looks smooth; more only costs. */
const redrawMs = 100

/** The rate is that of the last seconds: an import that slows down says so. */
const rateWindowMs = 10_000

const widestBar = 24
const narrowestBar = 8
const gap = '  '

export function createProgress(label: string, settings: ProgressSettings): Progress {
  const { stderr, style, columns, clock, unicode, local, words } = settings
  const rate = createRate()
  let drawnAt = -Infinity
  let drawnWidth = 0
  let tenths = 0

  function figures(count: number, total: number | undefined): string[] {
    const perSecond = rate.perSecond()
    const left = total !== undefined && perSecond > 0 ? (total - count) / perSecond : undefined
    return [
      total === undefined
        ? local.number(count)
        : words.countOf(local.number(count), local.number(total)),
      ...(perSecond > 0 ? [words.perSecond(local.number(Math.round(perSecond)))] : []),
      ...(left ? [words.timeLeft(formatSeconds(left))] : []),
    ]
  }

  function drawLine(count: number, total: number | undefined): void {
    const share = total ? count / total : undefined
    // Rounded down, so that 100 % is said only when it is true.
    const percent = total ? [local.percent(Math.floor((count * 100) / total) / 100)] : []
    // A terminal wraps at its last cell, and a wrapped line can't be drawn over.
    const width = Math.max(1, columns() - 1)
    let parts = [label, ...percent, ...figures(count, total)]
    while (parts.length > 1 && widthOf(parts) > width) parts = parts.slice(0, -1)
    const room = Math.min(widestBar, width - widthOf(parts) - gap.length)
    if (share !== undefined && room >= narrowestBar) {
      parts = [label, frame(share, room, unicode), ...parts.slice(1)]
    }
    const line = cut(parts.join(gap), width, '')
    stderr.write(`\r${padEnd(line, drawnWidth)}`)
    drawnWidth = displayWidth(line)
  }

  function writeTenth(count: number, total: number | undefined): void {
    const reached = total ? Math.floor((count * 10) / total) : 0
    if (reached <= tenths) return
    tenths = reached
    stderr.write(
      `${label}: ${[local.percent(reached / 10), ...figures(count, total)].join(', ')}\n`,
    )
  }

  return {
    update(count, total) {
      const now = clock.now()
      const isDue = now - drawnAt >= redrawMs || count === total
      if (style === 'none' || !isDue) return
      rate.sample(now, count)
      drawnAt = now
      if (style === 'bar') drawLine(count, total)
      else writeTenth(count, total)
    },
    clear() {
      // Spaces, not an escape: a dumb terminal would print that.
      if (drawnWidth > 0) stderr.write(`\r${' '.repeat(drawnWidth)}\r`)
      drawnWidth = 0
    },
  }
}

const widthOf = (parts: readonly string[]): number => displayWidth(parts.join(gap))

const frame = (share: number, width: number, unicode: boolean): string =>
  unicode
    ? drawBar(share, width, true).padEnd(width, '░')
    : `[${drawBar(share, width - 2, false).padEnd(width - 2, '.')}]`

function createRate() {
  const samples: { at: number; count: number }[] = []
  return {
    // The first one counts for nothing: what an earlier run had done is no speed of this one.
    sample(at: number, count: number) {
      samples.push({ at, count })
      while ((samples[1]?.at ?? at) <= at - rateWindowMs) samples.shift()
    },
    perSecond(): number {
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || last.at === first.at) return 0
      return ((last.count - first.count) / (last.at - first.at)) * 1000
    },
  }
}

/** The units are the same in every language we speak. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
