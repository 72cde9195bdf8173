import type { Page } from '../../contract/endpoint.ts'
import type { ToolAction } from '../tool-specs.ts'
import { answerSchemaOf } from './answer-schema.ts'
import { lean, shortenSeries } from './lean.ts'

type Answer = Record<string, unknown>

/** The part of an answer that an assistant needs for its request. */
export function answerOf(action: ToolAction, request: Answer, data: object): Answer {
  const fields = typeof request.fields === 'string' ? request.fields : undefined
  const answer = lean(pageOrData(action, data), answerSchemaOf(action, fields))
  const chosen = choices[action.id]?.(answer, request) ?? answer
  return shortenSeries(chosen)
}

function pageOrData({ endpoint: { output } }: ToolAction, data: object): object {
  if (output.kind !== 'list') return data
  const { items, nextCursor, total } = data as Page<object> // a list's answer
  return { items, next_cursor: nextCursor, total }
}

/** What depends on the request or the values: no text comes twice, and no finding that is none. */
const choices: Readonly<Partial<Record<string, (answer: Answer, request: Answer) => Answer>>> = {
  'campaigns.check': (answer) => ({
    ...answer,
    items: findingsIn(answer.items).filter(({ level }) => level !== 'ok'),
  }),
  'campaigns.preview': ({ html, text, mime, ...answer }, { format = 'text' }) => ({
    ...answer,
    ...(format === 'html' && { html }),
    ...(format === 'text' && { text: text ?? html }),
    ...(format === 'mime' && { mime }),
  }),
  'campaigns.stats': ({ series, ...answer }, { interval }) =>
    interval === undefined ? answer : { ...answer, series },
}

const findingsIn = (items: unknown): { level?: string }[] => (Array.isArray(items) ? items : [])
