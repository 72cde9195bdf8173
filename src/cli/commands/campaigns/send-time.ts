import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import type { Option } from '../../command.ts'
import type { Context } from '../../context.ts'
import { readTime, refusePast } from '../../input/times.ts'

/** The flags that say when a campaign goes out. */
export const timeOptions = {
  at: { kind: 'text', placeholder: 'TIME' },
  tz: { kind: 'text', placeholder: 'ZONE' },
  'send-now-if-past': { kind: 'switch' },
  'undo-window': { kind: 'text', placeholder: 'TIME' },
} as const satisfies Record<string, Option>

type TimeFlags = {
  readonly [K in keyof typeof timeOptions]?: (typeof timeOptions)[K]['kind'] extends 'switch'
    ? boolean
    : string
}

export interface SendTime {
  /** When it goes out, in milliseconds since the epoch; undefined is now. */
  instant?: number
  /** The time that was asked for: what makes a second run the same. An undo window is none. */
  slot?: number
  zone: string
}

export function readSendTime(
  { host, timezone, output, words }: Context,
  flags: TimeFlags,
): SendTime {
  const now = host.clock.now()
  const zone = flags.tz ?? timezone
  const window = flags['undo-window']
  const held = window === undefined ? undefined : now + durationOf(window, '--undo-window')
  if (flags.at === undefined) return { zone, ...(held !== undefined && { instant: held }) }
  const chosen = readTime(flags.at, { zone, now })
  const slot = chosen.instant
  if (!flags['send-now-if-past']) refusePast(chosen, now)
  // Whoever wants time to call it off has it at least.
  const instant = held === undefined ? slot : Math.max(slot, held)
  if (instant >= now) return { zone, slot, instant }
  output.note(words.sending.sendingNow(output.local.time(slot)))
  return { zone, slot }
}

/** Failure `usage` that names the flag. */
export function durationOf(text: string, flag: string): number {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: flag, code: 'bad_duration' }] })
}
