import { Failure } from '../../core/failure.ts'
import { changedNames, liveSettingsOf } from './live-settings.ts'
import { optionsOf } from './options-of.ts'
import type { Setting } from './settings-sources.ts'

interface Reloaded {
  apply(settings: ReturnType<typeof liveSettingsOf>): void
  log: {
    info(event: string, fields: Record<string, string | undefined>): void
    error(event: string, error: unknown, fields: Record<string, string | undefined>): void
  }
}

/**
 * Reads the settings again and applies those that need no restart. Returns them, or those of before if one
 * is wrong.
 */
export async function reloadSettings(
  current: readonly Setting[],
  readAgain: () => Promise<Setting[]>,
  { apply, log }: Reloaded,
): Promise<readonly Setting[]> {
  try {
    const read = await readAgain()
    const settings = liveSettingsOf(optionsOf(read))
    const { applied, waiting } = changedNames(current, read)
    const needs_restart = waiting.join(' ') || undefined
    // Logged at the level of before: the new one may be above it.
    log.info('settings read again', { changed: applied.join(' '), needs_restart })
    apply(settings)
    return read
  } catch (error) {
    const problems = error instanceof Failure ? error.details.problems : undefined
    const wrong = problems?.map(({ field, code }) => `${field}: ${code}`).join(', ')
    log.error('the settings stay as they were', error, { wrong })
    return current
  }
}
