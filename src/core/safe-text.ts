/**
 * Sequences with which untrusted text can move the cursor, rename the window, write to the
 * clipboard (OSC 52) or reorder letters.
 */
const unsafe = new RegExp(
  [
    // OSC, DCS, SOS, PM, APC: the sequence with its text, up to BEL or the string terminator. The
    // text contains no control characters, otherwise each of a million openings would scan to the
    // end.
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
    // CSI: colors, cursor, screen.
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    // Other escapes. An OSC without an end matches here, and its text stays visible.
    '\\x1b[ -/]*[0-~]',
    // C0 except tab and newline, DEL, C1.
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    // Bidirectional controls; line and paragraph separators.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029]',
  ].join('|'),
  'g',
)

/** Removes everything that can affect a terminal, except tabs and newlines. */
export const stripControls = (text: string): string => text.replace(unsafe, '')

/** Makes text safe for one line of a table or of TSV: a tab becomes `\t`, a newline `\n`. */
export const oneLine = (text: string): string =>
  stripControls(text).replace(/\t/g, '\\t').replace(/\n/g, '\\n')
