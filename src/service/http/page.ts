import type { Language } from '../../core/language.ts'

/** A route outside the API (pixel, redirect, web page): the same server, its own kind of answer. */
export interface Page {
  method: 'GET' | 'POST'
  /** Fastify's pattern, from the root of the server. */
  path: string
  /** What knows its answer gives it at once: a promise costs a pixel a tenth of its time. */
  handle(request: PageRequest): PageAnswer | Promise<PageAnswer>
}

export interface PageRequest {
  /** GET pages are also asked by HEAD, which must count nothing. */
  isHead: boolean
  params: Record<string, string>
  query: Record<string, string>
  /** A name that came several times, as boxes that are ticked do, has an array. */
  form: FormFields
  headers: Record<string, string | undefined>
  language: Language
  /** The language that the reader's browser asks for, where it is one of ours: else a list speaks its owner's. */
  asked?: Language | undefined
  ip(): string
}

export type FormFields = Readonly<Record<string, string | readonly string[]>>

/** What a form says under a name that stands once in it; the last word counts. */
export const textIn = (form: FormFields, name: string): string =>
  [form[name] ?? ''].flat().at(-1) ?? ''

export interface PageAnswer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}
