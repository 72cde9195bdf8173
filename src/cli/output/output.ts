import type { Writable } from 'node:stream'
import type { OutputFormat } from '../../config/choices.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { Language } from '../../core/language.ts'
import { oneLine, stripControls } from '../../core/safe-text.ts'
import type { Pager } from '../host/pager.ts'
import { loadPalette } from './color.ts'
import { countItems, type Seen } from './count-items.ts'
import type { Document, View } from './document.ts'
import { loadRenderer } from './load-renderer.ts'
import { createLocalFormat, type LocalFormat } from './local-value.ts'
import type { Progress } from './progress.ts'
import { terminalMessages } from './terminal-messages.ts'
import { wrapSentences } from './width.ts'
import { createWriter, swallowErrors } from './writer.ts'

export interface OutputSettings {
  readonly stdout: Writable
  readonly stderr: Writable
  /** Which of the two is a terminal. */
  readonly isTerminal: { readonly stdout: boolean; readonly stderr: boolean }
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  readonly columns: () => number
  /** The height of the terminal, if it is known. */
  readonly rows?: () => number | undefined
  /** Starts the program for long output. Undefined when none is wanted. */
  readonly openPager?: (() => Promise<Pager | undefined>) | undefined
  /** Tables may be wider than the terminal. */
  readonly isWide?: boolean
  readonly unicode: boolean
  /** The terminal makes links of OSC 8. */
  readonly hasLinks?: boolean
  readonly language: Language
  /** An IANA time zone. */
  readonly timezone: string
  /** From `-o`. The default is a table in a terminal and TSV in a pipe. */
  readonly format?: OutputFormat | undefined
  readonly fields?: readonly string[] | undefined
  /** A jq expression for JSON output. */
  readonly jq?: string | undefined
  /** The user has limited the list. */
  readonly hasLimit?: boolean
  /** Only errors are written to standard error. */
  readonly quiet: boolean
  /** Also report progress outside a terminal: with `-v`, or in CI. */
  readonly progressLines: boolean
  readonly label: (key: string) => string
  /** The words for values of the API. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly clock: Pick<Clock, 'now'>
}

export interface Output {
  readonly format: OutputFormat
  /** Whether a person reads the result now, in a table or card at a terminal. */
  readonly isWatched: boolean
  /** For messages that the caller composes: localized numbers, times and percentages. */
  readonly local: LocalFormat
  /** `endpoint` is the one whose answer is shown. */
  show<T extends object>(
    document: Document<T>,
    source?: { endpoint?: Endpoint | undefined },
  ): Promise<void>
  /** Returns what `show` would write. */
  draw<T extends object>(document: Document<T>): Promise<string>
  /** Writes raw bytes, for a file or token that is the result itself. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes a text for people, in a terminal through a pager if it is long. */
  writeText(text: string): Promise<void>
  /** Writes a page of Markdown, after a text: drawn in a terminal, unchanged in a pipe. */
  writeMarkdown(markdown: string, options?: { before?: string }): Promise<void>
  /** Writes a sentence for people to standard error. */
  note(sentence: string): void
  /** Says on a terminal that a list goes on. */
  noteRest(seen: Pick<Seen, 'count' | 'total'>): void
  warn(sentence: string): Promise<void>
  /** Starts a progress bar. A new one replaces the previous one. */
  startProgress(label: string): Promise<Progress>
  /**
   * Removes the bar from the screen. Code that writes to standard error directly calls this first.
   */
  clearProgress(): void
  /** Shows requested fields that the data do not have as empty, instead of failing. */
  skipFieldCheck(): void
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
  const isWatched = format === 'table' && isTerminal.stdout
  const messages = terminalMessages[settings.language]
  const local = createLocalFormat(settings)
  const stdout = createWriter(settings.stdout)
  swallowErrors(stderr)
  let progress: Progress | undefined
  let lastShown: object | undefined
  let checksFields = true
  /** While a pager is open, it has the whole screen. */
  let heldNotes: string[] | undefined

  const clearProgress = () => progress?.clear()

  function note(sentence: string): void {
    tell(stripControls(sentence))
  }

  function tell(text: string): void {
    if (settings.quiet) return
    if (heldNotes) return void heldNotes.push(text)
    clearProgress()
    const lines = isTerminal.stderr ? wrapSentences(text, columns()) : text
    stderr.write(`${lines}\n`)
  }

  async function write(chunk: string | Uint8Array): Promise<void> {
    clearProgress()
    await stdout.write(chunk)
  }

  async function writeText(text: string): Promise<void> {
    async function* pieces() {
      yield text
    }
    await pour(pieces(), { isPaged: true })
  }

  async function writeMarkdown(markdown: string, { before = '' } = {}): Promise<void> {
    if (!isTerminal.stdout) return write(before + markdown)
    const { drawMarkdown } = await import('./markdown/draw.ts')
    const palette = await loadPalette(color.stdout)
    await writeText(before + drawMarkdown(markdown, { width: columns(), palette }))
  }

  /** Writes pieces of text. Returns false if the reader leaves before the end. */
  async function pour(
    pieces: AsyncIterable<string>,
    { isPaged, hasMore = () => false }: { isPaged: boolean; hasMore?: () => boolean },
  ): Promise<boolean> {
    const rows = settings.rows?.()
    if (isPaged && isTerminal.stdout && rows && settings.openPager) {
      clearProgress()
      const { writePaged } = await import('./paged-writer.ts')
      const paged = { terminal: stdout, open, hasMore, rows, columns: columns() }
      return writePaged(pieces, paged).finally(releaseNotes)
    }
    for await (const piece of pieces) {
      await write(piece)
      if (stdout.isClosed()) return false
    }
    return true
  }

  async function open(): Promise<Pager | undefined> {
    const pager = await settings.openPager?.()
    if (pager) heldNotes = []
    return pager
  }

  function releaseNotes(): void {
    const notes = heldNotes ?? []
    heldNotes = undefined
    notes.forEach(tell)
  }

  /** The width is that of this moment. */
  async function screenNow() {
    const palette = await loadPalette(color.stdout && format === 'table')
    const width = isTerminal.stdout ? columns() : Infinity
    return {
      width,
      tableWidth: settings.isWide ? Infinity : width,
      isTerminal: isTerminal.stdout,
      unicode,
      hasLinks: isTerminal.stdout && settings.hasLinks === true,
      palette,
      local,
      messages,
      label,
    }
  }

  async function draw<T extends object>(document: Document<T>): Promise<string> {
    const render = await loadRenderer(format, settings.jq)
    const pieces: string[] = []
    for await (const piece of render(document, { fields, screen: await screenNow() })) {
      pieces.push(piece)
    }
    return pieces.join('')
  }

  async function show<T extends object>(
    document: Document<T>,
    { endpoint }: { endpoint?: Endpoint | undefined } = {},
  ): Promise<void> {
    const render = await loadRenderer(format, settings.jq)
    const screen = await screenNow()
    const checked =
      fields && checksFields ? await checkFields(document, { fields, endpoint }) : document
    const { counted, seen } = countItems(checked)
    // A script of changes never waits in a pager.
    const isRead = endpoint === undefined || endpoint.effect === 'read'
    // A change is recorded, also when its result cannot be shown.
    if ('one' in document) lastShown = document.one
    const isWhole = await pour(render(counted, { fields, screen }), {
      isPaged: isWatched && isRead && !('isLive' in document),
      hasMore: () => seen.isContinued,
    })
    if (!('one' in document)) lastShown = { count: seen.count }
    if (!isWhole) return
    if (!('one' in document)) return noteSeen(seen)
    // Some servers return an empty object after an action.
    if (isWatched && Object.keys(document.one).length === 0) note(messages.done)
    document.view?.notes?.(document.one).forEach(note)
  }

  /** Says on a terminal that a list is empty or goes on. JSON says it itself. */
  function noteSeen(seen: Seen): void {
    if (isWatched && seen.count === 0) note(messages.nothingFound)
    const isSaid = format === 'json' && settings.jq === undefined
    const isChosen = settings.hasLimit && !isWatched
    if (seen.hasMore && !isSaid && !isChosen) noteRest(seen)
  }

  function noteRest({ count, total }: Pick<Seen, 'count' | 'total'>): void {
    if (!isTerminal.stderr) return
    const shown = local.number(count)
    note(
      total === undefined
        ? messages.shownSome(shown)
        : messages.shownOf(shown, local.number(total)),
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
    isWatched,
    local,
    show,
    draw,
    write,
    writeText,
    writeMarkdown,
    note,
    noteRest,
    warn,
    startProgress,
    clearProgress,
    isClosed: stdout.isClosed,
    skipFieldCheck() {
      checksFields = false
    },
    shown: () => lastShown,
  }
}

async function checkFields<T extends object>(
  document: Document<T>,
  requested: { fields: readonly string[]; endpoint?: Endpoint | undefined },
): Promise<Document<T>> {
  const { withKnownFields } = await import('./known-fields.ts')
  return withKnownFields(document, { ...requested, view: document.view as View | undefined })
}
