import type { Writable } from 'node:stream'
import type { Clock } from '../../core/clock.ts'
import type { LocalFormat } from './local-value.ts'
import { drawBar } from './terminal/chart.ts'
import type { TerminalMessages } from './terminal-messages.ts'
import { cut, displayWidth, padEnd } from './width.ts'

export interface Progress {
  /** Reports how many are done, and the total if known. */
  update(count: number, total?: number): void
  /** Removes the bar, so that other output can be written. The next update restores it. */
  clear(): void
}

interface ProgressSettings {
  readonly stderr: Writable
  /** `bar` for a terminal, `lines` for a log, otherwise `none`: cron mails all output. */
  readonly style: 'bar' | 'lines' | 'none'
  readonly columns: () => number
  readonly clock: Pick<Clock, 'now'>
  readonly unicode: boolean
  readonly local: LocalFormat
  readonly messages: TerminalMessages
}

/** Ten updates per second look smooth. More only cost time. */
const redrawMs = 100

/** The rate covers the last seconds, so that it shows when an import slows down. */
const rateWindowMs = 10_000

const maxBarWidth = 24
const minBarWidth = 8
const gap = '  '

export function createProgress(label: string, settings: ProgressSettings): Progress {
  const { stderr, style, columns, clock, unicode, local, messages } = settings
  const rate = createRate()
  let drawnAt = -Infinity
  let drawnWidth = 0
  let tenths = 0

  function figures(count: number, total: number | undefined): string[] {
    const perSecond = rate.perSecond()
    const left = total !== undefined && perSecond > 0 ? (total - count) / perSecond : undefined
    return [
      ...(total !== undefined
        ? [messages.countOf(local.number(count), local.number(Math.round(total)))]
        : count > 0
          ? [local.number(count)]
          : []),
      ...(perSecond > 0 ? [rateText(perSecond)] : []),
      ...(left ? [messages.timeLeft(formatSeconds(left))] : []),
    ]
  }

  function rateText(perSecond: number): string {
    return perSecond < 1
      ? messages.perMinute(local.number(Math.ceil(perSecond * 60)))
      : messages.perSecond(local.number(Math.round(perSecond)))
  }

  function drawLine(count: number, total: number | undefined): void {
    const share = total ? count / total : undefined
    // Rounded down, so that 100 % only appears at the end.
    const percent = total ? [local.percent(Math.floor((count * 100) / total) / 100)] : []
    // A terminal wraps at its last cell, and a wrapped line cannot be overwritten.
    const width = Math.max(1, columns() - 1)
    let parts = [label, ...percent, ...figures(count, total)]
    while (parts.length > 1 && widthOf(parts) > width) parts = parts.slice(0, -1)
    const room = Math.min(maxBarWidth, width - widthOf(parts) - gap.length)
    if (share !== undefined && room >= minBarWidth) {
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
      // Spaces instead of an escape sequence, which a dumb terminal would print.
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
  const samples: { time: number; count: number }[] = []
  return {
    // The first sample is only the baseline, because an earlier run may have done part of the work.
    sample(time: number, count: number) {
      samples.push({ time, count })
      while ((samples[1]?.time ?? time) <= time - rateWindowMs) samples.shift()
    },
    perSecond(): number {
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || last.time === first.time) return 0
      return ((last.count - first.count) / (last.time - first.time)) * 1000
    },
  }
}

/** The units are the same in all supported languages. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
