import { plainWords } from '../completion/complete.ts'
import { tree } from '../generated/tree.ts'
import { isGuideTopic } from '../help/guide-topics.ts'

/**
 * Rewrites arguments that commander cannot parse: it reads a verb even after `--`, and knows `help NOUN`
 * only as `NOUN --help`. For a noun with a guide, `help NOUN` is the verb `help`.
 */
export function normalizeArgv(argv: readonly string[]): readonly string[] {
  const [first, noun, next = '-'] = argv
  const isGuide = isGuideTopic(noun) && next.startsWith('-')
  if (first === 'help' && !isGuide && tree.some(({ path }) => path.split(' ')[0] === noun)) {
    return [...argv.slice(1), '--help']
  }
  const end = argv.indexOf('--')
  const verb = end < 0 ? undefined : defaultVerb(plainWords(argv.slice(0, end)))
  return verb === undefined ? argv : [...argv.slice(0, end), verb, ...argv.slice(end)]
}

/** The default verb of these words if they are a noun on its own. */
function defaultVerb(args: readonly string[]): string | undefined {
  const noun = args.join(' ')
  const found = tree.find(({ path, isDefault }) => isDefault && path.startsWith(`${noun} `))
  const verb = found?.path.slice(noun.length + 1)
  return verb?.includes(' ') ? undefined : verb
}
