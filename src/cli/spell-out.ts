import { plainWords } from './completion/complete.ts'
import { tree } from './tree.ts'

/**
 * The words as the parser has to have them. It takes what follows `--` for a verb all the same, and
 * knows `help NOUN` only as `NOUN --help`.
 */
export function spellOut(argv: readonly string[]): readonly string[] {
  const [first, noun] = argv
  if (first === 'help' && tree.some(({ path }) => path.split(' ')[0] === noun)) {
    return [...argv.slice(1), '--help']
  }
  const end = argv.indexOf('--')
  const verb = end < 0 ? undefined : defaultVerb(plainWords(argv.slice(0, end)))
  return verb === undefined ? argv : [...argv.slice(0, end), verb, ...argv.slice(end)]
}

/** Of the noun that stands alone. */
function defaultVerb(words: readonly string[]): string | undefined {
  const noun = words.join(' ')
  const found = tree.find(({ path, isDefault }) => isDefault && path.startsWith(`${noun} `))
  const verb = found?.path.slice(noun.length + 1)
  return verb?.includes(' ') ? undefined : verb
}
