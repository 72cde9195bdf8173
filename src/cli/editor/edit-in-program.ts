import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editorCommand, editorName } from '../host/platform-commands.ts'
import { runProgram } from '../host/processes.ts'
import { readTextFile } from '../input/files.ts'
import { openDraft, saveDraft } from './draft.ts'
import type { EditorContext, EditResult } from './editor-context.ts'

/**
 * Opens the HTML in the user's editor. If the text cannot be saved, the file is kept and its path
 * is printed. Returns the exit code of an editor that failed.
 */
export async function editInProgram({
  context,
  messages,
  id,
}: EditorContext): Promise<EditResult | number> {
  const { host, output, settings } = context
  const draft = await openDraft(context, id)
  const folder = await mkdtemp(join(tmpdir(), 'remite-')) // mode 0700, so other users cannot read it
  const file = join(folder, `campaign-${id}.html`)
  await writeFile(file, draft.content.html, { mode: 0o600, flag: 'wx' })
  const { platform } = host.machine
  const program = editorName({ platform, env: host.env })
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const code = await runProgram(editorCommand(program, file, platform), host.env)
    const isSame = (await readFile(file)).equals(Buffer.from(draft.content.html))
    const edited = { id, camp_name: draft.name, saved: false, unsaved: false }
    if (code !== 0) output.note(messages.run.editorFailed(program))
    if (code !== 0 && !isSame) output.note(messages.run.textSaved(file))
    if (isSame) await forget()
    if (code !== 0) return code
    if (isSame) {
      output.note(messages.run.unchanged)
      return edited
    }
    const html = await readTextFile(file, { stdin: host.stdin, language: settings.language.value })
    await saveDraft(context, draft, { html })
    output.note(messages.run.saved)
    await forget()
    return { ...edited, saved: true }
  } catch (error) {
    output.note(messages.run.textSaved(file))
    throw error
  }
}
