import type { ExitCode } from '../../core/failure.ts'

const exits: Record<ExitCode, string> = {
  0: 'Success. An empty list and a closed pipe also count as success.',
  1: 'Unexpected error.',
  2: 'Invalid or missing command, flag, argument or file.',
  3: 'Not found.',
  4: 'Not logged in, or the session has expired.',
  5: 'Not allowed, or over a limit of the plan.',
  6: 'The server rejected the input, or the current state does not allow it.',
  7: 'Not confirmed, or a safety check failed. Nothing was sent.',
  8: 'Still running after --wait-timeout.',
  9: 'Partly done. The result lists what failed.',
  10: 'Too many requests, even after all retries.',
  11: 'Network error, time-out or server error. You can safely try again.',
  12: 'Outcome unknown: the request was sent, but the response was lost.',
  13: 'Another process is already doing this.',
  14: 'Not supported by this server.',
  130: 'You stopped the command.',
  143: 'The system stopped the command.',
}

/** The pages of `remite help TOPIC`. Lines are broken here, for a terminal of 80 columns. */
export const topics = {
  summaries: {
    flags: 'The flags that every command accepts.',
    environment: 'The environment variables that remite reads.',
    'exit-codes': 'Exit codes, for scripts.',
    output: 'Output formats, fields and streams.',
    scheduling: 'Send at a set time, and from cron.',
    importing: 'Import contacts from a file, and fix rejected rows.',
    segments: 'Guide: the conditions of segments, as JSON and as --where.',
    'merge-tags': 'Guide: what a message can say about each recipient.',
    ab: 'Guide: A/B tests.',
    templates: 'Guide: templates in HTML and MJML, and their files.',
    automations: 'Guide: the nodes, edges and triggers of automations.',
    events: 'Guide: events of a shop or an application, from a server, a file or a page.',
    conversions: 'Guide: purchases and other goals, by token, pixel and API.',
    keys: 'Guide: API keys for programs and assistants, and what each may do.',
  },
  exits,
  pages: {
    output: `STREAMS
  Results go to standard output. Everything else goes to standard error:
  prompts, progress, warnings and errors. So this is safe:
    remite contacts list --list 3 --all -o csv > contacts.csv

FORMATS
  -o table    for people; the default in a terminal
  -o tsv      the same columns without a header; the default in a pipe
  -o json     one document; a list is {"data": […], "has_more", "next_cursor",
              "total"}. --json is short for it
  -o ndjson   one object per line, as results arrive
  -o csv      with a header; cells that a spreadsheet would run as formulas are
              escaped
  -o ids      only the IDs, one per line

  In tables, times are in your time zone, and numbers and texts follow your
  language. In all other formats, times are ISO 8601 in UTC and numbers are
  plain, in every language. Field names are always those of the API.

FIELDS AND PAGES
  --fields email,nombre     only these fields, in this order
  --limit 200, --all        the default is 50 items
  --cursor C                continue where an earlier list ended

AT A TERMINAL
  --wide                    whole tables, also wider than the terminal
  --no-pager                no pager for output that is longer than the screen.
                            REMITE_PAGER, the setting pager and PAGER choose
                            the program; the default is less

ERRORS
  Errors are sentences on standard error. With -o json or ndjson, they are one
  line of JSON with "code", "message", "exit_code" and "retryable".
  See also: remite help exit-codes
`,
    scheduling: `TIMES
  2027-03-28T09:00         in the time zone of --tz, or else of the profile
  2027-03-28T09:00+02:00   with a UTC offset
  "25/12/2026 9:00"        the day comes first; without a year, the next one
  "dec 25 9am", "next monday 9am", "tomorrow at 9", "in 2 hours",
  "in 3 days at 9:00"      as people say it; Spanish works too
  Words with two readings are rejected, and both are named: “tomorrow at 5”, or
  the day of the week that it is today. Before a send is scheduled you see the
  time that was understood, with its day of the week and its time zone.
  A time that the change of clocks skips is rejected. A time that occurs twice
  needs a UTC offset. A time in the past is rejected.

BEFORE A SEND
  Every send is checked first and needs confirmation. In a terminal, small
  sends ask for a yes, large sends ask for the name of the campaign. In a
  script, use:
    --yes              below the threshold (config set send_threshold N)
    --confirm NAME     above it, or when the number of recipients is unknown
    --expect-recipients 195000..205000
                       stops unless the number of recipients is in this range
  Without confirmation nothing is sent, and the exit code is 7.

FROM CRON
  0 9 * * 1  remite campaigns send 7 --confirm March --expect-recipients 900..1100
  Running the same send twice sends once: every request carries an idempotency
  key, and a server that supports keys answers the second request with the
  result of the first. After exit code 12 the outcome is unknown: check before
  you send again.
    remite auth status --min-ttl 7d    exits with 4 if the session expires soon
`,
    importing: `TRY IT FIRST
  remite lists import clients.csv --list Customers --dry-run
  shows how the file is read, which field each column maps to, which rows are
  invalid, which addresses look wrong (ana@gmial.com) and how many contacts are
  new. It sends nothing and exits with 0; --max-rejects 0 makes invalid rows
  exit with 9.

THE FILE
  A CSV file with a header row. The delimiter and the encoding are detected; to
  set them, use --delimiter and --encoding. Or an Excel workbook (.xlsx): the
  first sheet with cells, or the one that you choose with --sheet. Columns such
  as Correo, E-mail, Nombre or Apellidos, and columns named after a custom
  field, are mapped automatically. Map other columns yourself:
    --map "Correo trabajo=email" --map "Ciudad=city"
  --create-fields creates a field of the list for each column that is left,
  with its type by its values: number, date, yes or no, web address, or text.
  A terminal asks. --map "Nota=-" leaves a column out.
  --create NAME creates the list, and --tag TAG tags every contact.

EXISTING CONTACTS
  --mode upsert   update them (default)
  --mode insert   reject them
  --mode skip     leave them unchanged
  An import never resubscribes a contact who has unsubscribed.

REJECTED ROWS
  are written to clients.rejects.csv with line, code and reason. Fix them there
  and import that file. With rejected rows the exit code is 9, or 0 if there
  are no more than --max-rejects 100 or --max-rejects 2%.

RESUME
  After Ctrl-C, a crash or a network failure, nothing is lost and nothing is
  imported twice:
    remite lists imports list
    remite lists imports resume ID
`,
  },
}
