import type { ExitCode } from '../../core/failure.ts'

const exits: Record<ExitCode, string> = {
  0: 'Done; an empty list and a closed pipe count too.',
  1: 'Something unexpected happened.',
  2: 'The command, a flag or a file is not what it should be.',
  3: 'It does not exist.',
  4: 'Not logged in, or the session has ended.',
  5: 'Not allowed, or a limit of the plan.',
  6: 'The server refused what was sent, or the state it is in.',
  7: 'A confirmation or a check refused: nothing was sent.',
  8: 'Still running when --wait ran out.',
  9: 'Done in part: the result says what was not.',
  10: 'Too many requests, after all retries.',
  11: 'Network, time-out or a server in trouble: trying again is safe.',
  12: 'It went out and the answer was lost: look before you try again.',
  13: 'Another run is doing this.',
  14: 'This server does not offer it.',
  130: 'You stopped it.',
  143: 'The system stopped it.',
}

/** What `remite help TOPIC` says. Lines are broken here, for a terminal of 80. */
export const topics = {
  summaries: {
    flags: 'The flags that every verb takes.',
    environment: 'The environment variables that are read.',
    'exit-codes': 'How a run can end, for scripts.',
    output: 'Formats, fields, and what goes where.',
    scheduling: 'Sending at a time, and from cron.',
    importing: 'Contacts from a file, and what happens to bad rows.',
  },
  exits,
  pages: {
    output: `WHAT GOES WHERE
  The result goes to standard output. Everything else goes to standard error:
  questions, progress, warnings, what went wrong. So this is safe:
    remite contacts list --list 3 --all -o csv > contacts.csv

FORMATS
  -o table    for people: in a terminal, unless you say otherwise
  -o tsv      in a pipe, unless you say otherwise: the same columns, no header
  -o json     one document; a list is {"data": […], "has_more", "next_cursor",
              "total"}. --json is the same
  -o ndjson   one object a line, as they come
  -o csv      with a header; cells that a spreadsheet would run are made safe
  -o ids      only the ids, one a line

  People get times of their own zone and numbers with separators, in their
  language. Machines get ISO 8601 in UTC and plain numbers, whatever the
  language. Names of fields are the API's own everywhere.

CHOOSING
  --fields email,nombre     only these, in this order
  --limit 200, --all        50 items unless you say otherwise
  --cursor C                go on where an earlier list ended

ERRORS
  In words on standard error; with -o json or ndjson as one line of JSON with
  "code", "message", "exit_code" and "retryable". See: remite help exit-codes
`,
    scheduling: `TIMES
  2027-03-28T09:00         on the clocks of --tz, else of the profile
  2027-03-28T09:00+02:00   the same moment everywhere
  "in 2h", "tomorrow 9am"  from now; Spanish is understood too
  A time that does not exist because the clocks change is refused; one that
  comes twice asks for its offset; one that has passed is refused.

BEFORE ANYTHING IS SENT
  Every send is checked first, and asks. In a terminal: yes or no for few
  people, the campaign's name for many. In a script:
    --yes              below the threshold (config set send_threshold N)
    --confirm NAME     above it, or where the server does not tell the number
    --expect-recipients 195000..205000
                       stops when the number is another than you think
  Without them nothing is sent, and the run ends with 7.

FROM CRON
  0 9 * * 1  remite campaigns send 7 --confirm March --expect-recipients 900..1100
  The same send twice is one send: every request carries a key, and a server
  that honours it answers the second with the first's result. A run that ends
  with 12 does not know whether it was sent: look before you send again.
    remite auth status --min-ttl 7d    ends with 4 when the session ends soon
`,
    importing: `A FIRST LOOK
  remite lists import clients.csv --list Customers --dry-run
  says how the file is read, which column goes where and which rows are bad,
  and sends nothing.

THE FILE
  CSV with a line of headers. What separates the columns and the encoding are
  found out; --delimiter and --encoding say it. Or an Excel workbook (.xlsx): its
  first sheet with cells, or the one that --sheet names. Columns called Correo,
  E-mail, Nombre, Apellidos or like a custom field find their place themselves;
    --map "Correo trabajo=email" --map "Ciudad=city"
  says it for the others.

WHO IS THERE ALREADY
  --mode upsert   change them (unless you say otherwise)
  --mode insert   refuse them
  --mode skip     leave them as they are
  Nobody who unsubscribed is brought back.

BAD ROWS
  go to clients.rejects.csv with line, code and reason. Mend them there and
  import that file. With bad rows the run ends with 9, or with 0 when there
  are no more than --max-rejects 100 or --max-rejects 2%.

WHEN IT STOPS
  Ctrl-C, a crash or a lost network lose nothing and repeat nothing:
    remite lists imports list
    remite lists imports resume ID
`,
  },
}
