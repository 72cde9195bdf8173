import type { Language } from '../../core/language.ts'

/** A route outside the API (pixel, redirect, web page): the same server, its own kind of answer. */
export interface Page {
  method: 'GET' | 'POST'
  /** Fastify's pattern, from the root of the server. */
  path: string
  handle(request: PageRequest): Promise<PageAnswer>
}

export interface PageRequest {
  /** GET pages are also asked by HEAD, which must count nothing. */
  isHead: boolean
  params: Record<string, string>
  query: Record<string, string>
  form: Record<string, string>
  headers: Record<string, string | undefined>
  language: Language
  ip: string
}

export interface PageAnswer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}
