import type { Context } from '../context/context.ts'

/** Returns the time of day of an instant, as the user reads it. */
export const timeAt = (
  now: number,
  { settings, timezone }: Pick<Context, 'settings' | 'timezone'>,
): string =>
  new Intl.DateTimeFormat(settings.language.value, {
    timeStyle: 'medium',
    timeZone: timezone,
  }).format(now)
