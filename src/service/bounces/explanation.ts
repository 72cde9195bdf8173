/** Start of the copy of our own message, which may contain any word. */
const copies =
  /^[ \t>]*(-{2,} ?(below this line is|this is|the following is) a copy of|-+ ?(original|returned|unsent|your) (message|mail)|-{2,} ?(mensaje original|original-?nachricht|message d.origine|messaggio originale|mensagem original|исходное сообщение)|-{2,}.{0,60}(headers?|header of the original|message follows)|received: (from|by) |return-path: |(possibly truncated )?original (message|headers?) (follows|below)|below is a copy of|your message reads|here is (a copy of )?(your|the) (original )?message|-{3,} ?(元のメッセージ|原始邮件))/im

/** The explanation comes before the copy of our message. */
const maxTextLength = 20_000

/** Returns the text of a report up to the copy of our message. */
export const explanationIn = (text: string): string =>
  text.slice(0, maxTextLength).split(copies)[0] ?? ''

/** A reply of a server: a code at the start of a word, with text or an enhanced code after it. */
const replyLine = /(^|[\s(#:'">])([45][0-5]\d[ -](?=\S)|#?[45]\.[0-7]\.\d{1,3}\b)/

export const hasReply = (text: string): boolean => replyLine.test(text)

/** What the server answered, in a transcript of sendmail and its imitators. */
const transcript =
  /^ *(?:<<<|\(reason:|(?:remote host|server|host \S+) said:|received[: ]*>>>|server message ?=>|smtp error:)[ \t]*(?=[45]\d\d)/i

/** How many lines a reply has at most. */
const maxReplyLines = 5

/**
 * Returns the reason of the failure: the reply in a transcript, or the text from the first reply or
 * status code, or all of it. The text before it is boilerplate such as "could not be delivered". A
 * transcript comes first, since sendmail says "user unknown" of every 550.
 */
export function reasonIn(text: string): string {
  const lines = text.split(/\r?\n/)
  const transcribed = lines.findIndex((line) => transcript.test(line))
  if (transcribed !== -1) {
    const replies = lines.slice(transcribed).filter((line) => transcript.test(line))
    const isFolded = !/^ *<<</.test(lines[transcribed] ?? '')
    const reply = isFolded ? paragraphFrom(lines, transcribed) : replies.slice(0, maxReplyLines)
    return join(reply.map((line) => line.replace(transcript, '')))
  }
  const coded = lines.findIndex((line) => replyLine.test(line))
  return join(coded === -1 ? lines : paragraphFrom(lines, coded))
}

/** The lines up to the next empty one. */
function paragraphFrom(lines: readonly string[], start: number): readonly string[] {
  const rest = lines.slice(start, start + maxReplyLines)
  const end = rest.findIndex((line) => line.trim() === '')
  return end === -1 ? rest : rest.slice(0, end)
}

const join = (lines: readonly string[]): string => lines.join(' ').replace(/\s+/g, ' ').trim()
