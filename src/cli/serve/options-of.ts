import type { OptionValues } from '../command/command.ts'
import type { serveOptions } from './options.ts'
import type { Setting } from './settings-sources.ts'

type ServeOptions = OptionValues<typeof serveOptions>

/** Returns the settings by name. */
export const optionsOf = (settings: readonly Setting[]): ServeOptions =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value]))
