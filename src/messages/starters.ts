import type { Language } from '../core/language.ts'
import type { blockTexts } from './en/block-texts.ts'
import type { starters } from './en/starters.ts'

/** The texts of the starter templates and their blocks. */
interface StarterMessages {
  starters: typeof starters
  blocks: typeof blockTexts
}

export async function loadStarterMessages(language: Language): Promise<StarterMessages> {
  const [{ starters }, { blockTexts: blocks }] =
    language === 'es'
      ? await Promise.all([import('./es/starters.ts'), import('./es/block-texts.ts')])
      : await Promise.all([import('./en/starters.ts'), import('./en/block-texts.ts')])
  return { starters, blocks }
}
