import {
  CaseTag,
  type Context,
  defaultOperators,
  type Emitter,
  evalToken,
  ForTag,
  type Liquid,
  type Operators,
  RenderError,
  type Template,
  type Token,
  TypeGuards,
  Value,
} from 'liquidjs'
import { budgetOf, copiedPerUnit, cost, sizeOf } from './render-budget.ts'

/**
 * Lets everything that an engine renders charge the budget: tags, constant text, loops, and the values
 * that one tag evaluates, of which there may be thousands.
 */
export function countWork(liquid: Liquid): void {
  const { renderer } = liquid
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter) => {
    // A loop may have no contents.
    budgetOf(context).spend(cost.contents)
    return renderTemplates(
      charged(templates, context) as Iterable<Template> as Template[],
      context,
      emitter,
    )
  }
  if (liquid.tags.for) liquid.registerTag('for', CountedFor)
  if (liquid.tags.case) liquid.registerTag('case', CountedCase)
}

/** The operators of the library. Comparing costs what the shorter value has, a search the product. */
export const countedOperators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, operator]) => [name, counted(name, operator)]),
)

type OperatorHandler = Operators[string]

function counted(name: string, operator: OperatorHandler): OperatorHandler {
  const run = operator as (...args: unknown[]) => ReturnType<OperatorHandler>
  return (...args: [unknown, unknown, Context?]) => {
    const context = args.at(-1) as Context
    const [left, right] = args.length > 2 ? args : [undefined, undefined]
    const compared =
      name === 'contains'
        ? sizeOf(left) * Math.max(1, sizeOf(right) / 8)
        : Math.min(sizeOf(left), sizeOf(right))
    budgetOf(context).spend(compared)
    return run(...args)
  }
}

/** The library iterates over this as it renders, so each template is charged just before its turn. */
function* charged(templates: readonly Template[], context: Context): Generator<Template> {
  const budget = budgetOf(context)
  for (const template of templates) {
    try {
      budget.spend(workOf(template))
    } catch (error) {
      throw error instanceof Error ? new RenderError(error, template) : error
    }
    yield template
  }
}

const works = new WeakMap<Template, number>()

/** Returns the work of a template itself, without the templates inside. */
export function workOf(template: Template): number {
  const known = works.get(template)
  if (known !== undefined) return known
  const work =
    cost.node + cost.evaluation * evaluations(template) + copied(template) / copiedPerUnit
  works.set(template, work)
  return work
}

/** Constant text, and a `raw` block, whose text is a list of tokens. */
function copied(template: Template & { str?: string; tokens?: readonly Token[] }): number {
  if (template.str !== undefined) return template.str.length
  return template.tokens?.reduce((sum, { begin, end }) => sum + end - begin + copiedPerUnit, 0) ?? 0
}

function evaluations(template: Template): number {
  let count = 0
  for (const argument of template.arguments?.() ?? []) {
    count += argument instanceof Value ? evaluationsOfValue(argument) : evaluationsOf(argument)
  }
  return count
}

/** A part of a value with filters. The library has a class for those of tags and a token for others. */
interface Filtered {
  initial: { postfix: readonly Token[] }
  filters: readonly { args: readonly FilterArgument[] }[]
}

type FilterArgument = Token | undefined | readonly [string?, Token?]

function evaluationsOfValue({ initial, filters }: Filtered): number {
  const inFilters = filters.map(({ args }) => 1 + sum(args, evaluationsOfArgument))
  return sum(initial.postfix, evaluationsOf) + sum(inFilters, (count) => count)
}

const evaluationsOfArgument = (argument: FilterArgument): number =>
  evaluationsOf(Array.isArray(argument) ? argument[1] : (argument as Token | undefined))

function evaluationsOf(token: Token | undefined): number {
  if (TypeGuards.isPropertyAccessToken(token)) {
    return 1 + evaluationsOf(token.variable) + sum(token.props, evaluationsOf)
  }
  if (TypeGuards.isRangeToken(token)) return evaluationsOf(token.lhs) + evaluationsOf(token.rhs)
  return TypeGuards.isFilteredValueToken(token) ? evaluationsOfValue(token as Filtered) : 1
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** A loop copies its list for `limit`, `offset` and `reversed`, even if it renders nothing. */
class CountedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const list: unknown = yield evalToken(this.collection, context)
    budgetOf(context).spend(Array.isArray(list) ? list.length : 1)
    return yield* super.render(context, emitter)
  }
}

/** A `case` compares its value with those of every `when`. */
class CountedCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): ReturnType<CaseTag['render']> {
    const value: unknown = yield this.value.value(context)
    budgetOf(context).spend(sizeOf(value) * sum(this.branches, ({ values }) => values.length))
    return yield* super.render(context, emitter)
  }
}
