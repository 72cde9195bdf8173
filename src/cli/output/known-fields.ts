import { answerFields, canAnswer } from '../../contract/answer-fields.ts'
import type { Endpoint, Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import type { Document, View } from './document.ts'
import { headOf, valueAt } from './pick.ts'

interface Requested {
  fields: readonly string[]
  view?: View | undefined
  /** The endpoint whose answer is shown. */
  endpoint?: Endpoint | undefined
}

/**
 * Throws Failure `unknown_output_field` before anything is sent, for a verb that changes something. A field
 * that neither the view nor the contract has can only be one of another server.
 */
export function refuseUnknownFields(requested: Requested): void {
  if (namesIn(requested, []).length > 0) refuse(requested, [])
}

/**
 * Returns the same document. Throws Failure `unknown_output_field` when a requested field is neither in the
 * data nor in the view nor in the contract, since it would be empty everywhere.
 */
export function withKnownFields<T extends object>(
  document: Document<T>,
  requested: Requested,
): Document<T> {
  if ('one' in document) {
    // Some servers return an empty object after an action.
    if (Object.keys(document.one).length > 0) refuse(requested, [document.one])
    return document
  }
  if ('page' in document) {
    if (document.page.items.length > 0) refuse(requested, document.page.items)
    return document
  }
  return { ...document, pages: checkedPages(document.pages, requested) }
}

async function* checkedPages<T extends object>(
  pages: AsyncIterable<Page<T>>,
  requested: Requested,
): AsyncGenerator<Page<T>> {
  let isFirst = true
  for await (const page of pages) {
    if (isFirst && (page.items.length > 0 || requested.endpoint)) refuse(requested, page.items)
    isFirst = false
    yield page
  }
}

function refuse(requested: Requested, items: readonly object[]): void {
  const unknown = requested.fields.filter((field) => !isKnown(field, requested, items))
  const [first] = unknown
  if (first === undefined) return
  const known = namesIn(requested, items)
  const suggestion = likelyWord(first, known)
  throw new Failure('unknown_output_field', {
    values: {
      fields: unknown.join(', '),
      known: known.join(', '),
      ...(suggestion !== undefined && { suggestion }),
    },
  })
}

function isKnown(
  path: string,
  { view = {}, endpoint }: Requested,
  items: readonly object[],
): boolean {
  const viewed = viewedFields(view)
  return (
    viewed.some((field) => field === path || field.startsWith(`${path}.`)) ||
    (endpoint !== undefined && canAnswer(endpoint, path)) ||
    items.some((item) => isIn(item, path))
  )
}

/** Whether a value has the path. Inside nothing, and inside an empty list, any path may be. */
function isIn(item: object, path: string): boolean {
  const head = headOf(path)
  if (!Object.hasOwn(item, head)) return false
  const rest = path.slice(head.length + 1)
  if (rest === '') return true
  const value = valueAt(item, head)
  const inside = Array.isArray(value) ? value : [value]
  return (
    inside.every((each) => each === null || each === undefined) ||
    inside.some((each) => typeof each === 'object' && each !== null && isIn(each, rest))
  )
}

const viewedFields = ({ columns = [], fields = [], sections = [] }: View): string[] => [
  ...[...columns, ...fields].map(({ field }) => field),
  ...sections.map(({ field }) => field),
]

/** The names that can be requested, those of the data first. */
function namesIn({ view = {}, endpoint }: Requested, items: readonly object[]): string[] {
  const seen = items.flatMap((item) => Object.keys(item))
  const declared = endpoint ? answerFields(endpoint) : []
  return [...new Set([...seen, ...declared, ...viewedFields(view).map(headOf)])]
}
