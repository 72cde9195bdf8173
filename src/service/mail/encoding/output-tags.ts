import {
  type Context,
  LiquidError,
  Output,
  RenderError,
  type Template,
  type Token,
  TypeGuards,
  toValueSync,
  type Value,
} from 'liquidjs'
import { workOf } from '../liquid-work.ts'
import { budgetOf } from '../render-budget.ts'

type Values = Readonly<Record<string, unknown>>

/** Renders one tag. */
type RenderOutput = (values: Values, context: Context) => string

type Read = (values: Values) => unknown

/** The library reads these from a list or a text. */
const properties = new Set(['size', 'first', 'last'])

/**
 * Compiles an output tag that passes one value through filters whose arguments are literals or values.
 * Returns undefined for every other tag. The library evaluates each part of a tag with a generator,
 * which takes ten times as long as the filter itself.
 */
export function compileOutput(templates: readonly Template[]): RenderOutput | undefined {
  const [template] = templates
  if (templates.length !== 1 || !(template instanceof Output)) return undefined
  const { initial, filters } = template.value
  const read = readerOf(initial.postfix)
  const steps = filters.map(stepOf)
  if (!read || !steps.every((step) => step !== undefined)) return undefined
  const work = workOf(template)

  return (values, context) => {
    try {
      budgetOf(context).spend(work)
      let value = read(values)
      for (const step of steps) value = step(value, values, context)
      return shown(value)
    } catch (error) {
      throw LiquidError.is(error) || !(error instanceof Error)
        ? error
        : new RenderError(error, template)
    }
  }
}

/** Converts the result of a tag to text as the library does. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('')
  return value === null || value === undefined ? '' : String(value)
}

/** Calls the filter as the library does. */
function stepOf(filter: Value['filters'][number]) {
  const { handler, args, token, liquid } = filter as unknown as FilterParts
  const readers = args.map((arg) => ('kind' in arg ? readerOf([arg]) : undefined))
  if (!readers.every((read) => read !== undefined)) return undefined
  return (value: unknown, values: Values, context: Context): unknown => {
    const self = { context, token, liquid }
    const result =
      readers.length === 0
        ? handler.call(self, value)
        : handler.call(self, value, ...readers.map((read) => read(values)))
    return typeof result === 'object' ? toValueSync(result) : result
  }
}

/** Its private properties. */
interface FilterParts {
  handler: (...args: unknown[]) => unknown
  args: readonly (Token | readonly [string, Token])[]
  token: Token
  liquid: unknown
}

/** Reads a literal, or a value by its name. */
function readerOf(postfix: readonly Token[]): Read | undefined {
  const [token] = postfix
  if (postfix.length !== 1 || token === undefined) return undefined
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) {
    const { content } = token as Token & { content: unknown }
    return () => content
  }
  if (!TypeGuards.isPropertyAccessToken(token)) return undefined
  const [property] = token.props
  if (token.variable !== undefined || token.props.length !== 1) return undefined
  if (!TypeGuards.isWordToken(property)) return undefined
  const name = property.content
  if (properties.has(name)) return undefined
  return (values) => (Object.hasOwn(values, name) ? values[name] : undefined)
}
