import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editorCommand, editorName } from '../host/platform-commands.ts'
import { runProgram } from '../host/processes.ts'
import { readTextFile } from '../input/files.ts'
import { saveDraft } from './documents/document.ts'
import type { EditorContext, EditResult } from './editor-context.ts'

/**
 * Opens the source in the user's editor. If the text cannot be saved, the file is kept and its path
 * is printed. Returns the exit code of an editor that failed.
 */
export async function editInProgram({
  context,
  messages,
  document,
  opened,
}: EditorContext): Promise<EditResult | number> {
  const { host, output, settings } = context
  const folder = await mkdtemp(join(tmpdir(), 'remite-')) // mode 0700, so other users cannot read it
  const file = join(folder, `${document.key}.${document.language}`)
  await writeFile(file, opened.content.html, { mode: 0o600, flag: 'wx' })
  const { platform } = host.machine
  const program = editorName({ platform, env: host.env })
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const code = await runProgram(editorCommand(program, file, platform), host.env)
    const isSame = (await readFile(file)).equals(Buffer.from(opened.content.html))
    if (code !== 0) output.note(messages.run.editorFailed(program))
    if (code !== 0 && !isSame) output.note(messages.run.textSaved(file))
    if (isSame) await forget()
    if (code !== 0) return code
    if (isSame) {
      output.note(messages.run.unchanged)
      return { saved: false, unsaved: false }
    }
    const html = await readTextFile(file, { stdin: host.stdin, language: settings.language.value })
    await saveDraft(document, opened, { html })
    output.note(messages.run.saved)
    await forget()
    return { saved: true, unsaved: false }
  } catch (error) {
    output.note(messages.run.textSaved(file))
    throw error
  }
}
