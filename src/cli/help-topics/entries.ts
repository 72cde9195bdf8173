import { type VariableKey, variableList } from '../../config/env.ts'
import { type ExitCode, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { globalMessages } from '../generated/tree.ts'
import { sentenceOf, termOf } from '../help/flag-text.ts'
import type { Entry } from '../output/glossary.ts'
import { globalFlags } from '../syntax/global-flags.ts'

/** The global flags. */
export function flagEntries(language: Language): Entry[] {
  const help: Record<string, string> = globalMessages[language].flags
  return globalFlags.map((flag) => ({
    name: termOf(flag, language),
    sentence: sentenceOf(flag, help[flag.key] ?? '', language),
  }))
}

/** The environment variables, from their registry. */
export const environmentEntries = (sentences: Record<VariableKey, string>): Entry[] =>
  variableList.map(({ key, name }) => ({ name, sentence: sentences[key] }))

/** The exit codes with their failure codes, from the table of failures. */
export const exitCodeEntries = (sentences: Record<ExitCode, string>): Entry[] =>
  Object.entries(sentences).map(([exit, sentence]) => {
    const codes = codesWith(Number(exit))
    return { name: exit, sentence: codes === '' ? sentence : `${sentence} (${codes})` }
  })

const codesWith = (exit: number): string =>
  Object.entries(failureTable)
    .filter(([, failure]) => failure.exit === exit)
    .map(([code]) => code)
    .join(', ')
