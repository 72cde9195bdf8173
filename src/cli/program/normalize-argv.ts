import { tree } from '../generated/tree.ts'
import { isPath, plainIndexes } from '../help/command-line.ts'
import { isGuideTopic } from '../help/guide-topics.ts'
import { shortcuts } from '../syntax/synonyms.ts'

/**
 * Rewrites arguments that commander cannot parse. It knows no singular nouns and no shortcuts such as
 * `login`, reads a verb even after `--`, and knows `help NOUN` only as `NOUN --help`. For a noun with a
 * guide, `help NOUN` is the verb `help`.
 */
export function normalizeArgv(typed: readonly string[]): readonly string[] {
  const argv = withKnownWords(typed)
  const [first, noun, next = '-'] = argv
  const isGuide = isGuideTopic(noun) && next.startsWith('-')
  if (first === 'help' && !isGuide && isPath(noun ?? '')) return [...argv.slice(1), '--help']
  const end = argv.indexOf('--')
  if (end < 0) return argv
  const before = argv.slice(0, end)
  const verb = defaultVerb(plainIndexes(before).map((index) => before[index] ?? ''))
  return verb === undefined ? argv : [...before, verb, ...argv.slice(end)]
}

/** Puts the words of the tree in the place of shortcuts and singular nouns. */
function withKnownWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  const places = plainIndexes(end < 0 ? argv : argv.slice(0, end))
  if (argv[places[0] ?? -1] === 'help') places.shift()
  const words = [...argv]
  for (let depth = 0; depth < places.length && depth < maxDepth; depth++) {
    const place = places[depth] ?? 0
    const above = places.slice(0, depth).map((index) => words[index])
    const path = [...above, words[place]].join(' ')
    const full = shortcuts[path]
    if (full !== undefined) {
      const replaced = new Set(places.slice(0, depth))
      return words.flatMap((word, index) =>
        index === place ? full.split(' ') : replaced.has(index) ? [] : [word],
      )
    }
    if (isPath(path)) continue
    if (!isPath(`${path}s`)) break
    words[place] = `${words[place]}s`
  }
  return words
}

/** How many words a path has at most. */
const maxDepth = 3

/** The default verb of these words if they are a noun on its own. */
function defaultVerb(args: readonly string[]): string | undefined {
  const noun = args.join(' ')
  const found = tree.find(({ path, isDefault }) => isDefault && path.startsWith(`${noun} `))
  const verb = found?.path.slice(noun.length + 1)
  return verb?.includes(' ') ? undefined : verb
}
