import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { bare } from './text.ts'

/** Returns the names of the fields of an answer, or of an item of a list. None for a secret. */
export function answerFields(endpoint: Endpoint): string[] {
  const schema = answerSchema(endpoint)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** Whether an answer can have a field at a dotted path. Maps can have any key. */
export function canAnswer(endpoint: Endpoint, path: string): boolean {
  const schema = answerSchema(endpoint)
  return schema !== undefined && hasPath(schema, path.split('.'))
}

function answerSchema({ output, secret }: Endpoint): z.core.$ZodType | undefined {
  if (secret) return undefined
  if (output.kind === 'one') return output.schema
  if (output.kind === 'list') return output.item
  return output.kind === 'job' ? jobAnswer : undefined
}

const jobAnswer = z.object({ job_id: z.int() })

function hasPath(type: z.core.$ZodType, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  const plain = bare(type)
  if (plain instanceof z.ZodObject) {
    const field = Object.hasOwn(plain.shape, name) ? plain.shape[name] : undefined
    return field !== undefined && hasPath(field, rest)
  }
  if (plain instanceof z.ZodArray) return hasPath(plain.element, [name, ...rest])
  if (plain instanceof z.ZodUnion) {
    return plain.options.some((option) => hasPath(option, [name, ...rest]))
  }
  return plain instanceof z.ZodRecord || plain instanceof z.ZodUnknown || plain instanceof z.ZodAny
}
