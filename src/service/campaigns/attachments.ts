import type { AttachmentInput } from '../../contract/shapes/attachment.ts'
import { type Problem, type ProblemCode, refuse } from '../../core/failure.ts'

export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

/** All files of a message together: many relays take ten megabytes, of which base64 is a quarter. */
const mostBytes = 5 * 1024 * 1024

/** What a file system takes; escaped, it still fits one line of a header. */
const longestName = 255

/** What Gmail and Outlook throw away, and the message with it: programs, scripts, and their parcels. */
const refusedEndings = new Set(
  [
    'ade adp apk app appx appxbundle bat cab chm cmd com cpl dex diagcab dll dmg ex exe hta img',
    'ins iso isp jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 ps1xml',
    'psc1 reg scf scr sct shb svg sys url vb vbe vbs vhd vxd wsc wsf wsh xll',
  ]
    .join(' ')
    .split(' '),
)

/** A message in a message, or parts in a part, would be read as mail of its own. */
const refusedTypes = /^(?:multipart|message)\//i

/** Failure `invalid` with everything that is wrong with them. */
export function readAttachments(sent: readonly AttachmentInput[]): Attachment[] {
  const attachments = sent.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content, 'base64'),
  }))
  const problems = attachments.flatMap((attachment, index) =>
    problemsOf(attachment).map(
      (problem): Problem => ({ ...problem, field: `attachments.${index}.${problem.field}` }),
    ),
  )
  const names = attachments.map(({ filename }) => filename.toLowerCase())
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) {
      problems.push({ field: `attachments.${index}.filename`, code: 'duplicate' })
    }
  })
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > mostBytes) {
    problems.push({ field: 'attachments', code: 'too_large', values: { limit: mostBytes } })
  }
  if (problems.length > 0) refuse(problems)
  return attachments
}

function problemsOf({ filename, content_type, content }: Attachment): Problem[] {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  const refused = refusedEndings.has(ending) ? ending : undefined
  const type = refusedTypes.test(content_type) ? content_type : undefined
  const nameProblem = problemOfName(filename)
  return [
    ...(nameProblem ? [{ field: 'filename', ...nameProblem }] : []),
    ...(refused === undefined ? [] : [typeRefused('filename', refused)]),
    ...(type === undefined ? [] : [typeRefused('content_type', type)]),
    ...(content.length === 0 ? [{ field: 'content', code: 'required' as const }] : []),
  ]
}

const typeRefused = (field: string, type: string): Problem => ({
  field,
  code: 'file_type_refused',
  values: { type },
})

/** It is a name and no path, and what is seen of it is what it is. */
function problemOfName(
  name: string,
): { code: ProblemCode; values?: { limit: number } } | undefined {
  if (Buffer.byteLength(name) > longestName) {
    return { code: 'too_long', values: { limit: longestName } }
  }
  // Marks that turn the direction of writing make `gpj.exe` of an ending look like `exe.jpg`.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return { code: 'control_character' }
  return /[\\/:*?"<>|]|^\s|^\.|[\s.]$/.test(name) ? { code: 'bad_pattern' } : undefined
}
