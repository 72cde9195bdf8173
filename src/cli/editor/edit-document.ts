import { interruption } from '../../client/interruption.ts'
import { Failure, type Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { secondMs } from '../../core/time.ts'
import { type EditorMessages, loadEditorMessages } from '../../messages/editor.ts'
import type { Context } from '../context/context.ts'
import { readDuration } from '../input/duration.ts'
import { requireReadable } from '../input/files.ts'
import type { Document } from '../output/document.ts'
import type { EditorDocument } from './documents/document.ts'
import type { EditorOptions } from './options.ts'

const defaultAutosaveMs = 5 * secondMs

/** Finds the document to edit. */
type FindDocument = (messages: EditorMessages) => EditorDocument | Promise<EditorDocument>

/** Runs an `edit` verb: in the browser, in the user's editor, or with a watched file. */
export async function editDocument(
  context: Context,
  options: EditorOptions,
  find: FindDocument,
): Promise<Document | { exit: number }> {
  const { editor: inProgram = false, watch: file, save: saves = false, autosave } = options
  if (context.flags.dryRun) throw new Failure('no_dry_run')
  if (inProgram && file !== undefined) throw misused('not_together', { other: '--editor' })
  if (saves && file === undefined) throw misused('required')
  const pauseMs = autosave === undefined ? undefined : readDuration(autosave, '--autosave')
  if (pauseMs !== undefined && options['no-autosave']) {
    throw misused('not_together', { other: '--no-autosave' }, '--autosave')
  }
  const { output, settings, host } = context
  const language = settings.language.value
  if (file !== undefined) await requireReadable(file, language)
  const messages = await loadEditorMessages(language)
  const document = await find(messages)
  if (file !== undefined && document.language === 'mjml') {
    throw misused('not_together', { other: 'MJML' })
  }
  const opened = await document.open()
  for (const note of opened.notes ?? []) output.note(note)
  const editing = { context, messages, document, opened }
  const opens = !options['no-browser']
  if (inProgram || document.language === 'mjml') {
    const { editInProgram } = await import('./edit-in-program.ts')
    const result = await editInProgram(editing)
    return typeof result === 'number' ? { exit: result } : { one: resultOf(result) }
  }
  const result =
    file === undefined
      ? await (await import('./edit-in-browser.ts')).editInBrowser(editing, {
          opens,
          autosaveMs: options['no-autosave']
            ? undefined
            : (pauseMs ?? (opened.autosaves ? defaultAutosaveMs : undefined)),
        })
      : await (await import('./watch-file.ts')).watchFile(editing, { file, opens, saves })
  if (result.unsaved) {
    await output.warn(result.kept ? messages.run.kept(document.command) : messages.run.unsaved)
  }
  // Ctrl-C is the normal end. It is an interruption only if there are unsaved changes.
  if (result.unsaved && host.stopped.aborted) throw interruption(host.stopped)
  return { one: resultOf(result) }

  function resultOf({ saved, unsaved }: { saved: boolean; unsaved: boolean }) {
    return { ...document.result(opened), saved, unsaved }
  }
}

const misused = (code: ProblemCode, values: Values = {}, field = '--watch'): Failure =>
  new Failure('usage', { problems: [{ field, code, values }] })
