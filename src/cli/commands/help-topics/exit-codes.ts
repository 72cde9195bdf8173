import { type ExitCode, failureTable } from '../../../core/failure.ts'
import type { Entry } from '../../output/glossary.ts'

/** Every exit code with the codes that end in it, from the table that decides them. */
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
