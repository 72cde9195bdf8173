import * as z from 'zod'
import type { Shape } from './endpoint.ts'

/**
 * Converts texts by the types of a shape, for query strings, path tokens, forms and flags. Text
 * that does not convert stays text, so that the validation names the problem. A record is written
 * as `name[key]`, as in forms.
 */
export function fromText(
  shape: Shape,
  texts: Record<string, string | readonly string[] | undefined>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue
    const [, record, key] = /^(\w+)\[([^\]]+)\]$/.exec(name) ?? []
    if (record && key && typeAt(shape, record) instanceof z.ZodRecord) {
      values[record] = { ...(values[record] as object | undefined), [key]: text } // only written here
    } else {
      const type = typeAt(shape, name)
      values[name] = type ? convert(type, text) : text
    }
  }
  return values
}

function typeAt({ shape }: Shape, name: string): z.core.$ZodType | undefined {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field && bare(field)
}

/** Returns the type inside `.optional()`, `.required()`, `.nullable()` and `.default()`. */
export function bare(field: z.core.$ZodType): z.core.$ZodType {
  if (
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNonOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault
  ) {
    return bare(field.unwrap())
  }
  return field
}

function convert(type: z.core.$ZodType, text: string | readonly string[]): unknown {
  if (type instanceof z.ZodArray) {
    const element = bare(type.element)
    return [text].flat().map((each) => convert(element, each))
  }
  if (typeof text !== 'string') return text
  if (type instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
