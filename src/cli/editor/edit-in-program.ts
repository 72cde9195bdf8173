import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTextFile } from '../input/files.ts'
import { runProgram } from '../processes.ts'
import { openDraft, saveDraft } from './draft.ts'
import type { Edited, Editing } from './editing.ts'

/**
 * Opens the HTML in the person's own editor. What was written stays where it is when it could not be
 * saved, and the sentence says where. A number: how the editor ended, when that was not well.
 */
export async function editInProgram({ context, words, id }: Editing): Promise<Edited | number> {
  const { host, output, settings } = context
  const draft = await openDraft(context, id)
  const folder = await mkdtemp(join(tmpdir(), 'remite-')) // 0700, whoever else is on the machine
  const file = join(folder, `campaign-${id}.html`)
  await writeFile(file, draft.content.html, { mode: 0o600, flag: 'wx' })
  const program = host.env.VISUAL || host.env.EDITOR || usual[host.machine.platform] || 'vi'
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const code = await runProgram(wordsOf(program, file, host.machine.platform), host.env)
    const isSame = (await readFile(file)).equals(Buffer.from(draft.content.html))
    const edited = { id, camp_name: draft.name, saved: false, unsaved: false }
    if (code !== 0) output.note(words.run.editorFailed(program))
    if (code !== 0 && !isSame) output.note(words.run.kept(file))
    if (isSame) await forget()
    if (code !== 0) return code
    if (isSame) {
      output.note(words.run.unchanged)
      return edited
    }
    const html = await readTextFile(file, { stdin: host.stdin, language: settings.language.value })
    await saveDraft(context, draft, { html })
    output.note(words.run.saved)
    await forget()
    return { ...edited, saved: true }
  } catch (error) {
    output.note(words.run.kept(file))
    throw error
  }
}

const usual: Partial<Record<NodeJS.Platform, string>> = { win32: 'notepad' }

/** As git does it: the variable is a piece of a shell's line (`code --wait`), the file a word of its own. */
const wordsOf = (program: string, file: string, platform: NodeJS.Platform): string[] =>
  platform === 'win32'
    ? [...program.split(' '), file]
    : ['/bin/sh', '-c', `${program} "$@"`, program, file]
