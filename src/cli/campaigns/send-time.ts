import type { Option } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { readDuration } from '../input/duration.ts'
import { readTime, refusePast } from '../input/times.ts'

/** The flags for the time of a send. */
export const timeOptions = {
  at: { kind: 'text', from: 'time', placeholder: 'TIME' },
  tz: { kind: 'text', placeholder: 'ZONE' },
  'send-now-if-past': { kind: 'switch' },
  'undo-window': { kind: 'text', placeholder: 'DURATION' },
} as const satisfies Record<string, Option>

type TimeFlags = {
  readonly [K in keyof typeof timeOptions]?: (typeof timeOptions)[K]['kind'] extends 'switch'
    ? boolean
    : string
}

export interface SendTime {
  /** The time of the send in milliseconds since the epoch; undefined means now. */
  instant?: number
  /** The time from `--at`, which identifies a repetition. An undo window does not. */
  slot?: number
  zone: string
}

export function readSendTime(
  { host, timezone, output, messages }: Context,
  flags: TimeFlags,
): SendTime {
  const now = host.clock.now()
  const zone = flags.tz ?? timezone
  const window = flags['undo-window']
  const earliest = window === undefined ? undefined : now + readDuration(window, '--undo-window')
  if (flags.at === undefined) return { zone, ...(earliest !== undefined && { instant: earliest }) }
  const chosen = readTime(flags.at, { zone, now })
  const slot = chosen.instant
  if (!flags['send-now-if-past']) refusePast(chosen, now)
  // The undo window is a minimum.
  const instant = earliest === undefined ? slot : Math.max(slot, earliest)
  if (instant >= now) return { zone, slot, instant }
  output.note(messages.sending.sendingNow(output.local.time(slot)))
  return { zone, slot }
}
