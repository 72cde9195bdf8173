import { Failure } from '../../core/failure.ts'

interface DkimFlags {
  'dkim-selector'?: string
  'next-dkim-selector'?: string
  'retire-dkim-selector'?: string
  'new-dkim-keys'?: boolean
}

/** Reads the flags of the DKIM keys: the selector that signs, the next one and the retired one. */
export function readDkimFlags(flags: DkimFlags) {
  const selector = selectorOf('dkim-selector', flags)
  const next = selectorOf('next-dkim-selector', flags)
  const retired = selectorOf('retire-dkim-selector', flags)
  const renews = flags['new-dkim-keys'] === true
  if (selector === undefined && (renews || retired !== undefined)) {
    throw new Failure('missing_input', { values: { flags: '--dkim-selector' } })
  }
  if (retired !== undefined && [selector, next].includes(retired)) {
    throw badPattern('retire-dkim-selector')
  }
  return {
    ...(selector !== undefined && { selector }),
    ...(next !== undefined && { next }),
    ...(retired !== undefined && { retired }),
    renews,
  }
}

/** One label of a domain, short enough for the suffix of the second key. */
function selectorOf(
  name: 'dkim-selector' | 'next-dkim-selector' | 'retire-dkim-selector',
  flags: DkimFlags,
): string | undefined {
  const text = flags[name]
  if (text === undefined || /^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/i.test(text)) return text
  throw badPattern(name)
}

const badPattern = (name: string) =>
  new Failure('usage', { problems: [{ field: `--${name}`, code: 'bad_pattern' }] })
