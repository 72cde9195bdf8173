import { isZone } from '../../core/zone.ts'
import type { Answers } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import { readTime } from '../input/times.ts'

/** Returns what a typed time means: its day and hour in its zone. Undefined while it is not a time. */
export function previewTime(context: Context, { tz }: Answers, typed: string): string | undefined {
  const zone = typeof tz === 'string' && isZone(tz) ? tz : context.timezone
  try {
    const { instant } = readTime(typed, { zone, now: context.host.clock.now() })
    return `${formatDay(context, instant, zone)}, ${zone}`
  } catch {
    return undefined
  }
}

function formatDay({ settings }: Context, instant: number, zone: string): string {
  const locale = settings.language.value === 'en' ? 'en-GB' : 'es-ES'
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return format.format(instant)
}
