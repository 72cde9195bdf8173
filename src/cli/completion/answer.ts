import { readEnvironment } from '../../config/env.ts'
import { configFolder, stateFolder } from '../../config/folders.ts'
import { openProfiles } from '../../config/profiles.ts'
import type { Language } from '../../core/language.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { Host } from '../host/host.ts'
import { namesFile, namesKey, readNames } from '../known-names/names.ts'
import { complete } from './complete.ts'

/** Tells the shell script to complete file names itself. */
const files = ':files'

/**
 * Writes one candidate per line, with a tab before its help. Never reports an error, because
 * pressing Tab should not.
 */
export function answerShell(host: Host, words: readonly string[], language: Language): void {
  const environment = readEnvironment(host.env)
  const folders = {
    config: configFolder(environment, host.machine),
    state: stateFolder(environment, host.machine),
  }
  const findNames = (noun: string) => {
    const profiles = openProfiles({ folder: folders.config, clock: host.clock })
    const apiUrl =
      environment.apiUrl ?? profiles.get(environment.profile ?? profiles.current() ?? '')?.apiUrl
    return readNames(namesFile(folders.state))[namesKey(apiUrl ?? '', noun)] ?? []
  }
  try {
    const { candidates, wantsFiles } = complete(words, { language, findNames })
    const lines = candidates.map(({ value, help }) => `${oneLine(value)}\t${oneLine(help)}\n`)
    host.stdout.write(lines.join('') + (wantsFiles ? `${files}\t\n` : ''))
  } catch {
    // The next command reports a broken settings file.
  }
}
