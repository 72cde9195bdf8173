import type { Language } from '../../../core/language.ts'
import { globalFlags } from '../../global-flags.ts'
import { sentenceOf, termOf } from '../../help/flag-text.ts'
import type { Entry } from '../../output/glossary.ts'
import { globalWords } from '../../tree.ts'

/** Every flag that stands before and after any verb. */
export function flagEntries(language: Language): Entry[] {
  const help: Record<string, string> = globalWords[language].flags
  return globalFlags.map((flag) => ({
    name: termOf(flag),
    sentence: sentenceOf(flag, help[flag.key] ?? '', language),
  }))
}
