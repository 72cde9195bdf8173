import { storedAddress } from '../../core/address.ts'
import { parseDuration, parsePeriod } from '../../core/duration.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { xsidPattern } from '../../core/xsid.ts'
import { isZone } from '../../core/zone.ts'
import type { Flag } from '../syntax/flag.ts'
import type { Verb } from '../syntax/verb.ts'
import type { RawInput } from './read-input.ts'

type Check = (text: string) => Omit<Problem, 'field'> | undefined

const maxPort = 65_535

const accept =
  (isRight: (text: string) => boolean, problem: Omit<Problem, 'field'>): Check =>
  (text) =>
    isRight(text) ? undefined : problem

const isWhole = (text: string): boolean => /^\d+$/.test(text)
const number = accept((text) => /^\d+(\.\d+)?$/.test(text), { code: 'bad_number' })
const wholeNumber: Check = accept(isWhole, { code: 'bad_whole_number' })

const address = accept((text) => storedAddress(text) !== undefined, { code: 'bad_email' })

/** What an argument must be, by its name. */
const argumentChecks: Readonly<Record<string, Check>> = {
  addresses: address,
  email: address,
  xsid: accept((text) => xsidPattern.test(text), { code: 'bad_pattern' }),
}

/** What the value of a flag must be, by the placeholder that help shows for it. */
const checks: Readonly<Record<string, Check>> = {
  ADDRESS: address,
  // An empty one removes it, as of a logo.
  URL: accept((text) => text === '' || (parseUrl(text) !== undefined && text.includes('://')), {
    code: 'bad_url',
  }),
  ZONE: accept(isZone, { code: 'bad_zone' }),
  DURATION: accept((text) => text === '0' || parseDuration(text) !== undefined, {
    code: 'bad_duration',
  }),
  PERIOD: accept((text) => parsePeriod(text) !== undefined, { code: 'bad_period' }),
  PORT: accept((text) => isWhole(text) && Number(text) <= maxPort, {
    code: 'bad_number',
    values: { min: 0, max: maxPort },
  }),
  SECONDS: accept(isWhole, { code: 'bad_number' }),
  'HOST:PORT': accept((text) => /^\S+:\d{1,5}$/.test(text), { code: 'bad_host_port' }),
}

/**
 * Throws Failure `usage` for values that are wrong whatever the server says, with the names of their flags and
 * arguments. It comes before questions, files and requests, so that a typo in the last flag undoes nothing.
 */
export function checkValues(
  { flags, positionals }: Pick<Verb, 'flags' | 'positionals'>,
  raw: RawInput,
): void {
  const problems = [
    ...positionals.flatMap(({ key, isRest }) =>
      textsOf(raw.positionals[key]).flatMap((text, index): Problem[] => {
        const problem = argumentChecks[key]?.(text)
        return problem ? [{ field: isRest ? `${key}.${index}` : key, ...problem }] : []
      }),
    ),
    ...flags.flatMap((flag) =>
      textsOf(raw.flags[flag.key]).flatMap((text): Problem[] => {
        const problem = problemOfValue(flag, text)
        return problem ? [{ field: `--${flag.name}`, ...problem }] : []
      }),
    ),
  ]
  if (problems.length > 0) throw new Failure('usage', { problems })
}

/** Returns what is wrong with a value, wherever it comes from. */
export const problemOfValue = (flag: CheckedFlag, text: string) => checkOf(flag)?.(text)

type CheckedFlag = Pick<Flag, 'kind' | 'isWhole' | 'placeholder'>

const checkOf = ({
  kind,
  isWhole: mustBeWhole,
  placeholder = '',
}: CheckedFlag): Check | undefined => {
  if (Object.hasOwn(checks, placeholder)) return checks[placeholder]
  if (kind !== 'number') return undefined
  return mustBeWhole ? wholeNumber : number
}

const textsOf = (value: RawInput['flags'][string]): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
