import type { EditorContext, EditResult } from './editor-context.ts'
import { createHandlers, type EditorState } from './handlers.ts'
import { uploadTo } from './images.ts'
import { openKeptDrafts } from './kept-drafts.ts'
import { announcePage, openPage, untilClosed, whenAborted } from './open-page.ts'
import { timeAt } from './time-at.ts'

interface BrowserOptions {
  opens: boolean
  /** How long a pause of the user is before a save; undefined: only the user saves. */
  autosaveMs: number | undefined
}

/** Opens the message in the visual editor, until the user finishes or the run is stopped. */
export async function editInBrowser(
  editing: EditorContext,
  { opens, autosaveMs }: BrowserOptions,
): Promise<EditResult> {
  const { context, messages, document, opened } = editing
  const { output } = context
  const course: EditorState = {
    ...{ draft: opened, saves: 0, savedAt: 0, savedParts: new Set(), isUnsaved: false },
  }
  const done = new AbortController()
  const kept = openKeptDrafts(context, document.key)
  const handlers = createHandlers(context, {
    ...{ document, course, kept, autosaveMs },
    noteFile: (file) => output.note(messages.run.otherVersion(file)),
    finish: () => done.abort(),
  })
  const { port } = kept
  const server = await openPage(editing, {
    ...{ kind: 'editor', title: opened.name, handlers, port },
    upload: uploadTo(context),
  })
  kept.keepPort(server.port)
  try {
    await announcePage(editing, server, opens)
    await Promise.race([whenAborted(done.signal), untilClosed(editing, server)])
  } finally {
    await server.close()
    if (!course.isUnsaved) kept.drop()
    kept.close({ isOpen: !done.signal.aborted })
  }
  const { saves, savedParts, savedAt, isUnsaved } = course
  if (saves > 0) {
    const parts = [...savedParts].map((part) => messages.run.parts[part])
    output.note(messages.run.savedParts(parts.join(', '), timeAt(savedAt, context)))
  } else if (!isUnsaved) output.note(messages.run.unchanged)
  return { saved: saves > 0, unsaved: isUnsaved, kept: kept.has() }
}
