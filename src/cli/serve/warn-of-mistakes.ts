import { statSync } from 'node:fs'
import type { Context } from '../context/context.ts'
import type { Notices } from './notices.ts'
import { serveOptions } from './options.ts'
import { type Setting, secretSettings } from './settings-sources.ts'
import { unknownVariables } from './unknown-variables.ts'

/** Warns of variables that have no effect, and of a settings file with a password that others can read. */
export async function warnOfMistakes(
  { host, messages: { operating } }: Context,
  {
    notices,
    settings,
    file,
  }: { notices: Notices; settings: readonly Setting[]; file: string | undefined },
): Promise<void> {
  for (const variable of unknownVariables(host.env, Object.keys(serveOptions))) {
    await notices.warn(operating.unknownVariable(variable))
  }
  const hasSecret = secretSettings(settings).some(({ source }) => source === 'file')
  const mode =
    file !== undefined && hasSecret ? readableMode(file, host.machine.platform) : undefined
  if (file !== undefined && mode) await notices.warn(operating.configReadable({ path: file, mode }))
}

/** Group and others. */
const readableByOthers = 0o044

/** Returns the mode of a file that other users can read, such as `644`. Windows has no modes. */
function readableMode(path: string, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return undefined
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status?.isFile() || (status.mode & readableByOthers) === 0) return undefined
  return (status.mode & 0o777).toString(8)
}
