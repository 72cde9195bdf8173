/**
 * What a stranger's text may do to a terminal: move the cursor, rename the window, write to the
 * clipboard (OSC 52), or show letters in another order than they stand in.
 */
const unsafe = new RegExp(
  [
    // OSC, DCS, SOS, PM, APC: the sequence with its text, up to BEL or the string terminator. No
    // control stands in that text, else each of a million openings would read to the end.
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
    // CSI: colours, cursor, screen.
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    // Other escapes. An OSC without an end comes here, and its text stays to be seen.
    '\\x1b[ -/]*[0-~]',
    // C0 but tab and newline, DEL, C1.
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    // Bidirectional controls; line and paragraph separators.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029]',
  ].join('|'),
  'g',
)

/** Text that is safe in a terminal; tabs and newlines stay. */
export const stripControls = (text: string): string => text.replace(unsafe, '')

/** The same on one line, for a cell of a table or of TSV: a tab shows as `\t`, a newline as `\n`. */
export const oneLine = (text: string): string =>
  stripControls(text).replace(/\t/g, '\\t').replace(/\n/g, '\\n')
