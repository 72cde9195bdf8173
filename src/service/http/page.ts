import type { Readable } from 'node:stream'
import type { Language } from '../../core/language.ts'

/** A route outside the API (pixel, redirect, web page) on the same server. */
export interface Page {
  method: 'GET' | 'POST'
  /** A Fastify pattern, from the root of the server. */
  path: string
  /**
   * A pixel or a redirect. Beyond the limit of its network it is still answered, since a broken image
   * or link would be worse, but not counted.
   */
  isVisit?: boolean
  /** It refuses other machines. Not limited: programs read thousands of messages from the sandbox. */
  isLocal?: boolean
  /** Answers synchronously if possible: a promise makes a pixel 10 % slower. */
  handle(request: PageRequest): PageAnswer | Promise<PageAnswer>
}

export interface PageRequest {
  /** A HEAD request for a GET page. It must not count anything. */
  isHead: boolean
  /** A visit beyond the limit of its network. It must not count anything either. */
  isOverLimit: boolean
  params: Record<string, string>
  query: Record<string, string>
  /** A name with several values, such as checkboxes, has an array. */
  form: FormFields
  headers: Record<string, string | undefined>
  language: Language
  /**
   * The supported language that the browser asks for. Without it, a page of a list uses the owner's
   * language.
   */
  acceptedLanguage?: Language | undefined
  ip(): string
}

export type FormFields = Readonly<Record<string, string | readonly string[]>>

/** Returns the value of a field, the last one if there are several. */
export const textIn = (form: FormFields, name: string): string =>
  [form[name] ?? ''].flat().at(-1) ?? ''

export interface PageAnswer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Instead of a body, for a visit. Its length is in the headers. */
  stream?: Readable
}
