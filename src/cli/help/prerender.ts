import { languages } from '../../core/language.ts'
import { tree } from '../generated/tree.ts'
import { answerHelp } from './answer.ts'
import { prerenderedWidths } from './layout.ts'
import { pageKey, prerenderedFileName } from './prerendered.ts'

interface PrerenderedFile {
  name: string
  text: string
}

/** Renders all help pages by language and width, with style. The build writes them next to the program. */
export function prerenderPages(): PrerenderedFile[] {
  return languages.flatMap((language) =>
    prerenderedWidths.map((columns) => {
      const pages = requests().map(({ words, isHelp }) => {
        const argv = [...words, '--lang', language, ...(isHelp ? ['--help'] : [])]
        const page = answerHelp({ argv, env: {}, isTerminal: () => true, columns: () => columns })
        return page === undefined ? '' : pageKey(words, isHelp) + page
      })
      return { name: prerenderedFileName(language, columns), text: pages.join('') }
    }),
  )
}

/** Returns a request for every verb and noun. Nouns of one word also work without the flag. */
function requests(): { words: string[]; isHelp: boolean }[] {
  const paths = new Set(tree.flatMap(({ path }) => prefixesOf(path.split(' '))))
  return [...paths].flatMap((path) => {
    const words = path.split(' ').filter(Boolean)
    const request = { words, isHelp: true }
    return words.length > 1 ? [request] : [request, { words, isHelp: false }]
  })
}

/** `a b c` → ``, `a`, `a b`, `a b c` */
const prefixesOf = (words: readonly string[]): string[] =>
  [...words, ''].map((_, end) => words.slice(0, end).join(' '))
