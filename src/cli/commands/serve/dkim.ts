import { Failure } from '../../../core/failure.ts'

interface Wishes {
  'dkim-selector'?: string
  'next-dkim-selector'?: string
  'retire-dkim-selector'?: string
  'new-dkim-keys'?: boolean
}

/** Which keys sign mail, and what becomes of the others. */
export function dkimWishOf(wishes: Wishes) {
  const selector = selectorOf('dkim-selector', wishes)
  const next = selectorOf('next-dkim-selector', wishes)
  const retired = selectorOf('retire-dkim-selector', wishes)
  const renews = wishes['new-dkim-keys'] === true
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

/** One label of a domain, with room for what the second key adds to it. */
function selectorOf(
  name: 'dkim-selector' | 'next-dkim-selector' | 'retire-dkim-selector',
  wishes: Wishes,
): string | undefined {
  const text = wishes[name]
  if (text === undefined || /^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/i.test(text)) return text
  throw badPattern(name)
}

const badPattern = (name: string) =>
  new Failure('usage', { problems: [{ field: `--${name}`, code: 'bad_pattern' }] })
