import type * as z from 'zod'
import { isStorable } from './storable.ts'

type Accepts = (value: unknown) => boolean

const never: Accepts = () => false

const compiled = new WeakMap<z.core.$ZodType, Accepts>()

/**
 * Checks whether a value is certainly valid, at a fifth of the cost of a check that reports
 * problems. This matters for batches of rows. Unsupported shapes are left to the full check.
 */
export function passesPlainly(schema: z.core.$ZodType, value: unknown): boolean {
  let accepts = compiled.get(schema)
  if (!accepts) {
    // Recursive shapes are not supported.
    compiled.set(schema, never)
    accepts = compile(schema)
    compiled.set(schema, accepts)
  }
  return accepts(value)
}

function compile(schema: z.core.$ZodType): Accepts {
  const { def } = (schema as z.core.$ZodTypes)._zod // the union contains every schema
  const checks = (def.checks ?? []).map(compileCheck)
  if (checks.some((check) => check === never)) return never
  const bare = compileBare(def)
  if (bare === never) return never
  const [check] = checks
  if (!check) return bare
  if (checks.length === 1) return (value) => bare(value) && check(value)
  return (value) => {
    if (!bare(value)) return false
    for (const each of checks) if (!each(value)) return false
    return true
  }
}

function compileBare(def: z.core.$ZodTypes['_zod']['def']): Accepts {
  switch (def.type) {
    case 'string':
      // A format is an additional check.
      if ('format' in def || def.coerce) return never
      return (value) => typeof value === 'string' && isStorable(value)
    case 'number':
      return 'format' in def || def.coerce ? never : Number.isFinite
    case 'boolean':
      return def.coerce ? never : (value) => typeof value === 'boolean'
    case 'enum':
      return among(Object.values(def.entries))
    case 'null':
      return (value) => value === null
    case 'optional':
      return orUndefined(compile(def.innerType))
    case 'array':
      return compileArray(compile(def.element))
    case 'union':
      return compileUnion(def.options.map(compile))
    case 'record':
      return compileRecord(compile(def.keyType), compile(def.valueType))
    case 'object':
      return def.catchall?._zod.def.type === 'never' ? compileObject(def.shape) : never
    default:
      return never
  }
}

const among =
  (choices: readonly unknown[]): Accepts =>
  (value) =>
    choices.includes(value)

const orUndefined = (inner: Accepts): Accepts =>
  inner === never ? never : (value) => value === undefined || inner(value)

const compileArray = (element: Accepts): Accepts =>
  element === never ? never : (value) => Array.isArray(value) && value.every(element)

function compileUnion(options: readonly Accepts[]): Accepts {
  if (options.includes(never)) return never
  return (value) => {
    // Loops here and below, because a function for each value of a batch would be much garbage.
    for (const accepts of options) if (accepts(value)) return true
    return false
  }
}

function compileRecord(key: Accepts, inner: Accepts): Accepts {
  if (key === never || inner === never) return never
  return (value) => {
    if (!isPlainObject(value)) return false
    for (const name in value) {
      // The full check omits this key.
      if (name === '__proto__' || !key(name) || !inner(value[name])) return false
    }
    return true
  }
}

function compileObject(shape: Readonly<Record<string, z.core.$ZodType>>): Accepts {
  const parts = new Map(Object.entries(shape).map(([name, part]) => [name, compile(part)]))
  if ([...parts.values()].includes(never)) return never
  const required = [...parts].flatMap(([name, accepts]) => (accepts(undefined) ? [] : [name]))
  return (value) => {
    if (!isPlainObject(value)) return false
    for (const name in value) if (!parts.get(name)?.(value[name])) return false
    for (const name of required) if (!Object.hasOwn(value, name)) return false
    return true
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

function compileCheck(check: z.core.$ZodCheck<never>): Accepts {
  const { def } = (check as unknown as z.core.$ZodChecks)._zod // the union contains every check
  // zod's union of checks lacks those of `refine`.
  if ((def.check as string) === 'custom') return compileCustom(def)
  switch (def.check) {
    case 'max_length':
      return (value) => lengthOf(value) <= def.maximum
    case 'min_length':
      return (value) => lengthOf(value) >= def.minimum
    default:
      return never
  }
}

/** The value is a string or an array, which the check before has verified. */
const lengthOf = (value: unknown): number => (value as { length: number }).length

function compileCustom(def: object): Accepts {
  const fn = 'fn' in def ? def.fn : undefined
  return typeof fn === 'function' ? (value) => Boolean(fn(value)) : never
}
