import type { Declaration } from '../style-declarations.ts'

/** Returns a test for names. An entry that ends with `*` stands for all names that begin so. */
export function namesIn(list: string): (name: string) => boolean {
  const all = list.trim().split(/\s+/)
  const whole = new Set(all.filter((each) => !each.endsWith('*')))
  const beginnings = all.filter((each) => each.endsWith('*')).map((each) => each.slice(0, -1))
  return (name) => whole.has(name) || beginnings.some((each) => name.startsWith(each))
}

/** A declaration with names and values in lower case, without `!important`. */
export function normalized({ name, value }: Declaration): Declaration {
  const lower = value.toLowerCase()
  const plain = lower.endsWith('!important') ? lower.slice(0, -'!important'.length) : lower
  return { name: name.toLowerCase(), value: plain.trim() }
}

/** Logical properties, which follow the direction of writing. Gmail and Outlook know none. */
export const logicalProperties =
  'block-size inline-size min-block-size min-inline-size max-block-size max-inline-size ' +
  'margin-block* margin-inline* padding-block* padding-inline* border-block* border-inline* ' +
  'border-start-* border-end-* inset*'

export const isNegative = (value: string): boolean => /(?:^|\s)-[\d.]/.test(value)

/** A selector with a pseudo-class or pseudo-element other than those given. */
export const hasPseudo = (selector: string, allowed: RegExp): boolean =>
  [...selector.matchAll(/::?[a-z-]+/gi)].some(([each]) => !allowed.test(each))

/** Splits at the commas that are not inside of brackets. */
export function selectorsIn(prelude: string): string[] {
  const selectors: string[] = []
  let [depth, start] = [0, 0]
  for (const [index, character] of `${prelude},`.split('').entries()) {
    if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
    else if (character === ',' && (depth <= 0 || index === prelude.length)) {
      selectors.push(prelude.slice(start, index).trim())
      start = index + 1
    }
  }
  return selectors.filter((each) => each !== '')
}
