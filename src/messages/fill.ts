import type { Values } from '../core/failure.ts'

/**
 * Replaces `{placeholders}` with values. A part in square brackets is omitted when one of its values
 * is missing: `The file is not a table[ (line {line})].`
 */
export const fill = (template: string, values: Values = {}): string =>
  put(
    template.replace(/\[([^[\]]*)\]/g, (_, part: string) => (isKnown(part, values) ? part : '')),
    values,
  )

const placeholder = /\{([\w-]+)\}/g

const isKnown = (part: string, values: Values): boolean =>
  [...part.matchAll(placeholder)].every(([, name]) => Object.hasOwn(values, String(name)))

const put = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : '…',
  )

/** Whether a template has all the values outside of its square brackets. */
export const isFilled = (template: string, values: Values): boolean =>
  isKnown(template.replace(/\[[^[\]]*\]/g, ''), values)
