import { answersFor, type Course } from './answers.ts'
import { openDraft } from './draft.ts'
import type { Edited, Editing } from './editing.ts'
import { openPage, tellOf, untilLeft, whenAborted } from './open-page.ts'

/** Opens the campaign in the visual editor, until the person is done or the run is stopped. */
export async function editInBrowser(
  editing: Editing,
  { opens }: { opens: boolean },
): Promise<Edited> {
  const { context, id } = editing
  const course: Course = { draft: await openDraft(context, id), saves: 0, isUnsaved: false }
  const done = new AbortController()
  const { name } = course.draft
  const answers = answersFor(context, course, () => done.abort())
  const door = await openPage(editing, { kind: 'editor', title: name, answers })
  try {
    await tellOf(editing, door, opens)
    await Promise.race([whenAborted(done.signal), untilLeft(editing, door)])
  } finally {
    await door.close()
  }
  return { id, camp_name: name, saved: course.saves > 0, unsaved: course.isUnsaved }
}
