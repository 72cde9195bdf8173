import type { Writable } from 'node:stream'
import type { OutputFormat } from '../../config/choices.ts'
import type { Page } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { Language } from '../../core/language.ts'
import { oneLine, stripControls } from '../../core/safe-text.ts'
import { loadPalette } from './color.ts'
import { withKnownFields } from './columns.ts'
import { type Document, pagesOf } from './document.ts'
import { createLocalFormat, type LocalFormat } from './local-value.ts'
import type { Progress } from './progress.ts'
import type { Render } from './render.ts'
import { terminalMessages } from './terminal-messages.ts'
import { createWriter, swallowErrors } from './writer.ts'

export interface OutputSettings {
  readonly stdout: Writable
  readonly stderr: Writable
  /** Which of the two is a terminal. */
  readonly isTerminal: { readonly stdout: boolean; readonly stderr: boolean }
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  readonly columns: () => number
  readonly unicode: boolean
  readonly language: Language
  /** An IANA time zone. */
  readonly timezone: string
  /** From `-o`. The default is a table in a terminal and TSV in a pipe. */
  readonly format?: OutputFormat | undefined
  readonly fields?: readonly string[] | undefined
  /** A jq expression for JSON output. */
  readonly jq?: string | undefined
  /** Only errors are written to standard error. */
  readonly quiet: boolean
  /** Also report progress outside a terminal: with `-v`, or in CI. */
  readonly progressLines: boolean
  readonly label: (key: string) => string
  readonly clock: Pick<Clock, 'now'>
}

export interface Output {
  readonly format: OutputFormat
  /** For messages that the caller composes: localized numbers, times and percentages. */
  readonly local: LocalFormat
  show<T extends object>(document: Document<T>): Promise<void>
  /** Writes raw bytes, for a file or token that is the result itself. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes a page of Markdown: drawn in a terminal, unchanged in a pipe. */
  writeMarkdown(markdown: string): Promise<void>
  /** Writes a sentence for people to standard error. */
  note(sentence: string): void
  warn(sentence: string): Promise<void>
  /** Starts a progress bar. A new one replaces the previous one. */
  startProgress(label: string): Promise<Progress>
  /**
   * Removes the bar from the screen. Code that writes to standard error directly calls this first.
   */
  clearProgress(): void
  /** The reader has gone, so nothing more needs to be fetched. */
  isClosed(): boolean
  /** A summary of the last output: one object, or the number of items of a list. */
  shown(): object | undefined
}

export function createOutput(settings: OutputSettings): Output {
  const { stderr, isTerminal, color, columns, unicode, fields } = settings
  // A key without a message is the server's own name for a field.
  const label = (key: string) => oneLine(settings.label(key))
  const format = settings.format ?? (isTerminal.stdout ? 'table' : 'tsv')
  const messages = terminalMessages[settings.language]
  const local = createLocalFormat(settings)
  const stdout = createWriter(settings.stdout)
  swallowErrors(stderr)
  let progress: Progress | undefined
  let lastShown: object | undefined

  const clearProgress = () => progress?.clear()

  function note(sentence: string): void {
    tell(stripControls(sentence))
  }

  function tell(line: string): void {
    if (settings.quiet) return
    clearProgress()
    stderr.write(`${line}\n`)
  }

  async function write(chunk: string | Uint8Array): Promise<void> {
    clearProgress()
    await stdout.write(chunk)
  }

  async function writeMarkdown(markdown: string): Promise<void> {
    if (!isTerminal.stdout) return write(markdown)
    const { drawMarkdown } = await import('./markdown/draw.ts')
    const palette = await loadPalette(color.stdout)
    await write(drawMarkdown(markdown, { width: columns(), palette }))
  }

  async function show<T extends object>(document: Document<T>): Promise<void> {
    const render = await loadRenderer(format, settings.jq)
    const palette = await loadPalette(color.stdout && format === 'table')
    const width = isTerminal.stdout ? columns() : Infinity
    const screen = {
      width,
      isTerminal: isTerminal.stdout,
      unicode,
      palette,
      local,
      messages,
      label,
    }
    const seen = { count: 0 }
    lastShown = 'one' in document ? document.one : seen
    for await (const piece of render(countItems(checkFields(document, fields), seen), {
      fields,
      screen,
    })) {
      await write(piece)
      if (stdout.isClosed()) return
    }
    const isWatched = format === 'table' && isTerminal.stdout
    if ('one' in document) {
      // Some servers return an empty object after an action.
      if (isWatched && Object.keys(document.one).length === 0) note(messages.done)
      document.view?.notes?.(document.one).forEach(note)
    } else if (isWatched) noteRest(document, seen.count)
  }

  function noteRest<T extends object>(list: Listing<T>, count: number): void {
    if (count === 0) note(messages.nothingFound)
    if (!('page' in list) || list.page.nextCursor === undefined) return
    const { total } = list.page
    const shown = local.number(count)
    note(
      total === undefined
        ? messages.restUnknown(shown)
        : messages.restOf(shown, local.number(total)),
    )
  }

  async function warn(sentence: string): Promise<void> {
    const { warning } = await loadPalette(color.stderr)
    tell(`${warning(messages.warning)} ${stripControls(sentence)}`)
  }

  async function startProgress(title: string): Promise<Progress> {
    const { createProgress } = await import('./progress.ts')
    clearProgress()
    const lines = settings.progressLines ? 'lines' : 'none'
    const style = settings.quiet ? 'none' : isTerminal.stderr ? 'bar' : lines
    const { clock } = settings
    progress = createProgress(title, {
      stderr,
      style,
      columns,
      clock,
      unicode,
      local,
      messages,
    })
    return progress
  }

  return {
    format,
    local,
    show,
    write,
    writeMarkdown,
    note,
    warn,
    startProgress,
    clearProgress,
    isClosed: stdout.isClosed,
    shown: () => lastShown,
  }
}

type Listing<T extends object> = Exclude<Document<T>, { one: T }>

/** Returns the same document. A list without one of the fields fails. */
function checkFields<T extends object>(
  document: Document<T>,
  fields: readonly string[] | undefined,
): Document<T> {
  if ('one' in document || !fields) return document
  return { ...document, pages: withKnownFields(pagesOf(document), { fields, view: document.view }) }
}

/** Returns the same document and counts its items as they pass. */
function countItems<T extends object>(document: Document<T>, seen: { count: number }): Document<T> {
  if ('one' in document) return document
  async function* pages(): AsyncGenerator<Page<T>> {
    for await (const page of pagesOf(document)) {
      seen.count += page.items.length
      yield page
    }
  }
  if ('pages' in document) return { pages: pages(), view: document.view }
  seen.count = document.page.items.length
  return document
}

/** Loads only the renderer that is needed. */
async function loadRenderer(format: OutputFormat, jq: string | undefined): Promise<Render> {
  if (jq !== undefined) {
    return (await import('./jq.ts')).renderJq(jq, { isStreamed: format === 'ndjson' })
  }
  switch (format) {
    case 'table':
      return (await import('./table-view.ts')).renderTable
    case 'json':
      return (await import('./json.ts')).renderJson
    case 'ndjson':
      return (await import('./ndjson.ts')).renderNdjson
    case 'csv':
      return (await import('./csv.ts')).renderCsv
    case 'tsv':
      return (await import('./tsv.ts')).renderTsv
    case 'ids':
      return (await import('./ids.ts')).renderIds
  }
}
