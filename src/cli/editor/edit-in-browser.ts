import { openDraft } from './draft.ts'
import type { EditorContext, EditResult } from './editor-context.ts'
import { createHandlers, type EditorState } from './handlers.ts'
import { uploadTo } from './images.ts'
import { announcePage, openPage, untilClosed, whenAborted } from './open-page.ts'

/** Opens the campaign in the visual editor, until the user finishes or the run is stopped. */
export async function editInBrowser(
  editing: EditorContext,
  { opens }: { opens: boolean },
): Promise<EditResult> {
  const { context, id } = editing
  const course: EditorState = { draft: await openDraft(context, id), saves: 0, isUnsaved: false }
  const done = new AbortController()
  const { name } = course.draft
  const answers = createHandlers(context, course, () => done.abort())
  const server = await openPage(editing, {
    ...{ kind: 'editor', title: name, handlers: answers },
    upload: uploadTo(context),
  })
  try {
    await announcePage(editing, server, opens)
    await Promise.race([whenAborted(done.signal), untilClosed(editing, server)])
  } finally {
    await server.close()
  }
  return { id, camp_name: name, saved: course.saves > 0, unsaved: course.isUnsaved }
}
