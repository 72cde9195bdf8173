import { languages } from '../../core/language.ts'
import { tree } from '../tree.ts'
import { answerHelp } from './answer.ts'
import { drawnName, headOf } from './drawn.ts'
import { drawnWidths } from './layout.ts'

interface DrawnFile {
  name: string
  text: string
}

/** All pages of help, by language and width: what the build writes beside the program. */
export function drawPages(): DrawnFile[] {
  return languages.flatMap((language) =>
    drawnWidths.map((columns) => {
      const pages = requests().map(({ words, isHelp }) => {
        const argv = [...words, '--lang', language, ...(isHelp ? ['--help'] : [])]
        const page = answerHelp({ argv, env: {}, columns: () => columns })
        return page === undefined ? '' : headOf(words, isHelp) + page
      })
      return { name: drawnName(language, columns), text: pages.join('') }
    }),
  )
}

/** By every verb and every noun; the first words also answer without the flag. */
function requests(): { words: string[]; isHelp: boolean }[] {
  const paths = new Set(tree.flatMap(({ path }) => headsOf(path.split(' '))))
  return [...paths].flatMap((path) => {
    const words = path.split(' ').filter(Boolean)
    const asked = { words, isHelp: true }
    return words.length > 1 ? [asked] : [asked, { words, isHelp: false }]
  })
}

/** `a b c` → ``, `a`, `a b`, `a b c` */
const headsOf = (words: readonly string[]): string[] =>
  [...words, ''].map((_, end) => words.slice(0, end).join(' '))
