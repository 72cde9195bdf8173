import {
  Context,
  type FilterImplOptions,
  Liquid,
  type LiquidOptions,
  type Template,
} from 'liquidjs'
import { escapeHtml } from '../../html/html.ts'
import { type FilterHandler, restrictFilters } from './liquid-filters.ts'
import { installPositionLookup } from './liquid-position.ts'
import { countedOperators, countWork } from './liquid-work.ts'
import { budgetOf, RenderBudget, sizeOf, type WorkLimit } from './render-budget.ts'

installPositionLookup()

// Maximum characters of a template and of a message. Converting this much HTML to text takes a
// second.
export const MAX_CHARACTERS = 5_000_000

// Excludes include, render and layout: a template only reads its values.
export const TAGS = 'assign break capture case comment continue for if raw unless #'.split(' ')

type Filters = Readonly<Record<string, FilterImplOptions>>

/** Creates the engine for text and headers. Dates are rendered in UTC. */
export const textEngine = (): Liquid => createEngine((value) => value)

/**
 * Creates the engine for HTML. It escapes every value, whatever filters are applied, but not the
 * author's markup.
 */
export const htmlEngine = (): Liquid =>
  createEngine((value) => escapeValue(textOf(value)), {
    // The output is escaped later; escaping twice would show `&amp;amp;`.
    escape: textOf,
    escape_once: textOf,
    xml_escape: textOf,
    newline_to_br: lineBreaks,
  })

/** Creates the context of one rendering. Rendering throws the library's error above the limit. */
export function contextWithin(limit: WorkLimit, liquid: Liquid, values: object): Context {
  const budget = new RenderBudget(limit)
  const limits = { memoryLimit: budget, renderLimit: budget, liquid } as object
  return new Context(values, liquid.options, { sync: true }, limits)
}

export const renderIn = (context: Context, liquid: Liquid, templates: Template[]): string =>
  liquid.renderSync(templates, context)

/** Escapes both quotes, since an attribute may use either. */
const escapeValue = (text: string): string =>
  special.test(text) ? escapeHtml(text).replaceAll("'", '&#39;') : text

const special = /[&<>"']/

/** Converts a value to text as Liquid does. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

function createEngine(show: (value: unknown) => unknown, filters: Filters = {}): Liquid {
  const output: FilterHandler = function (value) {
    budgetOf(this.context).spend(sizeOf(value))
    return show(value)
  }
  const liquid = new Liquid({
    // Without it, the library would load files from the working directory.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    parseLimit: MAX_CHARACTERS,
    operators: countedOperators,
    outputEscape: output as LiquidOptions['outputEscape'] & {},
  })
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.includes(tag)) delete liquid.tags[tag]
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter)
  restrictFilters(liquid)
  countWork(liquid)
  return liquid
}

// `raw` marks the output as escaped, if the filter is the last.
const lineBreaks: FilterImplOptions = {
  raw: true,
  handler: (value: unknown) => escapeValue(textOf(value)).replace(/\r\n?|\n/g, '<br>\n'),
}
