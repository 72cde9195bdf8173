import { join } from 'node:path'
import { readEnvironment } from '../../config/env.ts'
import { configFolder, stateFolder } from '../../config/folders.ts'
import { openProfiles } from '../../config/profiles.ts'
import type { Language } from '../../core/language.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { Host } from '../host.ts'
import { complete } from './complete.ts'
import { readNames } from './names.ts'

/** For whoever asks the shell to fall back to its own. */
const files = ':files'

/** Answers a shell: one candidate a line, a tab before its help. Never an error: a Tab is no place for one. */
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
    // A broken settings file is reported by the next command, in words.
  }
}

export const namesFile = (stateFolderPath: string): string => join(stateFolderPath, 'names.json')

export const namesKey = (apiUrl: string, noun: string): string => `${apiUrl} ${noun}`
