import { Failure } from '../../core/failure.ts'
import { foldName } from '../../core/fold-name.ts'
import { loadMessages } from '../../messages/index.ts'
import type { Host } from '../host/host.ts'
import { languageOf } from './report.ts'

/**
 * Returns the arguments with the choice that a translated word means, such as `sent` for “enviada”, if the failure is
 * about one. Runs only after a failure, so that other runs need not load the words.
 */
export async function withWireChoice(
  host: Host,
  argv: readonly string[],
  error: unknown,
): Promise<readonly string[] | undefined> {
  if (!(error instanceof Failure) || error.code !== 'not_a_choice') return undefined
  const { flag = '', word = '', choices = '' } = error.details.values ?? {}
  const { values } = await loadMessages(languageOf(host))
  const groups: readonly Readonly<Record<string, string>>[] = Object.values(values)
  const isMeant = (choice: string) =>
    groups.some((group) => group[choice] !== undefined && same(group[choice], String(word)))
  const [choice, other] = String(choices).split(', ').filter(isMeant)
  if (choice === undefined || other !== undefined) return undefined
  const isPositional = String(flag).startsWith('<')
  const at = argv.findIndex(
    (each, index) =>
      each === `${flag}=${word}` || (each === word && (isPositional || argv[index - 1] === flag)),
  )
  return at < 0 ? undefined : argv.with(at, argv[at] === word ? choice : `${flag}=${choice}`)
}

const same = (shown: string, typed: string): boolean => plain(shown) === plain(typed)

const plain = (text: string): string => foldName(text.replace(/[-_]/g, ' '))
