import type { FilterImplOptions, Liquid } from 'liquidjs'
import { budgetOf, cost, sizeOf } from './render-budget.ts'

/** The function of a filter. The library calls it with the rendering as `this`. */
export type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>

/** Returns the work of a filter beyond reading its input and its arguments. */
type Work = (value: unknown, args: readonly unknown[]) => number

const none: Work = () => 0

/** A search for a text may compare the whole text at each position. */
const search: Work = (value, [sought]) => (sizeOf(value) * sizeOf(sought)) / 8

const sorting: Work = (value) =>
  sizeOf(value) * (Array.isArray(value) ? Math.log2(value.length + 1) : 1)

/** An address needs up to nine characters for one. */
const encoding: Work = (value) => sizeOf(value) * 9

const dateNames = /%[-_0^#:\d]*[EO]?[aAbBhcpPxXZ]/g

const formatting: Work = (_, [format]) =>
  cost.dateName * (typeof format === 'string' ? (format.match(dateNames)?.length ?? 0) : 2)

/**
 * The filters that templates may use, with their work. All others of the library are left out: they
 * evaluate an expression for each item (`find_exp`, `where`, `group_by`…), or put lists into lists or
 * double them (`push`, `concat`…), so their work grows much faster than their input.
 */
export const offered: Readonly<Record<string, Work>> = {
  ...each(none, 'default json jsonify size first last reverse compact uniq pop shift slice sum'),
  ...each(none, 'join array_to_sentence_string append prepend upcase downcase capitalize'),
  ...each(none, 'strip lstrip rstrip strip_newlines strip_html squish normalize_whitespace'),
  ...each(none, 'truncate truncatewords number_of_words newline_to_br'),
  ...each(none, 'escape escape_once xml_escape base64_encode base64_decode sha256 hmac_sha256'),
  ...each(
    none,
    'abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer',
  ),
  ...each(search, 'split replace replace_first replace_last remove remove_first remove_last'),
  ...each(sorting, 'sort sort_natural'),
  ...each(encoding, 'url_encode url_decode cgi_escape uri_escape slugify'),
  ...each(formatting, 'date date_to_string date_to_long_string date_to_rfc822 date_to_xmlschema'),
}

/** The filters of the library that templates may not use. A misspelt name is not among them. */
export const refusedFilters: Set<string> = new Set()

/** Removes the filters that are not offered, and lets each of the others charge the budget. */
export function restrictFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    const work = offered[name]
    if (work) liquid.registerFilter(name, charging(filter, work))
    else {
      liquid.unregisterFilter(name)
      refusedFilters.add(name)
    }
  }
}

function charging(filter: FilterImplOptions, work: Work): FilterImplOptions {
  const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter
  const charged: FilterHandler = function (value, ...args) {
    const budget = budgetOf(this.context)
    const input = args.reduce((total: number, argument) => total + sizeOf(argument), sizeOf(value))
    budget.spend(cost.filter + input + work(value, args))
    const result: unknown = budget.inFilter(() => handler.call(this, value, ...args))
    budget.spend(sizeOf(result))
    return result
  }
  return { handler: charged, raw }
}

function each(work: Work, names: string): Record<string, Work> {
  return Object.fromEntries(names.split(' ').map((name) => [name, work]))
}
