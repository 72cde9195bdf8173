import type { FailureCode } from '../../core/failure.ts'
import type { FailureWords } from '../failure-words.ts'

export const failures: Record<FailureCode, FailureWords> = {
  usage: {
    title: 'The command is not right',
    sentence: 'Something in the command is missing or cannot be understood.',
    hint: 'Add --help to the command to see what it takes.',
  },
  unknown_flag: {
    title: 'No such flag',
    sentence: '[Did you mean {suggestion}? ]There is no flag {word} here.',
    hint: 'Add --help to the command to see its flags.',
  },
  unknown_verb: {
    title: 'No such command',
    sentence: '[Did you mean {suggestion}? ]There is no command “{word}”.',
    hint: '`remite --help` shows them all.',
  },
  missing_value: {
    title: 'A value is missing',
    sentence: 'A value is missing after {word}.',
  },
  missing_input: {
    title: 'Something is missing',
    sentence: 'This is missing: {flags}.',
    hint: 'Add --help to the command to see what each of them is.',
  },
  missing_word: {
    title: 'A word is missing',
    sentence: 'The command needs one more word: {word}.',
    hint: 'Add --help to the command to see how it is written.',
  },
  not_a_choice: {
    title: 'Not one of the choices',
    sentence: '{word} is not right here[: choose {choices}].',
  },
  no_dry_run: {
    title: 'Nothing to try out',
    sentence: 'This command has no --dry-run.',
    hint: 'Leave the flag out; this changes nothing on the server.',
  },
  too_many_words: {
    title: 'Too many words',
    sentence: 'The command takes fewer words than it was given.',
    hint: 'Put quotation marks around a name with spaces in it.',
  },
  file_unreadable: {
    title: 'The file cannot be read',
    sentence: 'The file[ {path}] cannot be read[: {reason}].',
    hint: 'Check the path, and that you may read the file.',
  },
  file_not_text: {
    title: 'Not a text file',
    sentence: 'The file[ {path}] is not text[: it looks like {kind}].',
    hint: 'Save it as CSV or as Excel (.xlsx) without a password, and try again.',
  },
  file_empty: {
    title: 'The file is empty',
    sentence: 'There is nothing in the file[ {path}].',
    hint: 'Check that you exported it completely.',
  },
  file_not_table: {
    title: 'Not a table',
    sentence: 'The file[ {path}] cannot be read as a table[: look at line {line}].',
    hint: 'A quotation mark that is never closed is the usual cause.',
  },
  file_unclear: {
    title: 'Not to be read like that',
    sentence: 'The file cannot be read as it was asked[: {reason}].',
    hint: 'Look at the names of its columns and at what was said about them.',
  },
  file_too_large: {
    title: 'The file is too large',
    sentence: 'The file[ {path}] is larger than {limit} MB.',
    hint: 'Divide it, or save it as CSV.',
  },
  workbook_broken: {
    title: 'The workbook cannot be read',
    sentence: 'The workbook[ {path}] cannot be read.',
    hint: 'Open it in Excel and save it anew, or save its sheet as CSV.',
  },
  sheet_unknown: {
    title: 'There is no such sheet',
    sentence: 'The workbook has no sheet “{sheet}”. It has: {sheets}.',
    hint: 'Name one of them: --sheet "NAME".',
  },
  file_changed: {
    title: 'The file is another one now',
    sentence: 'The file[ {path}] has changed since its import was begun, so nothing was sent.',
    hint: 'Put the old one back to go on, or import the new one from its start.',
  },
  file_unwritable: {
    title: 'The file cannot be written',
    sentence: 'The file[ {path}] cannot be written there[: {reason}].',
    hint: 'Name another place for it.',
  },
  import_elsewhere: {
    title: 'It goes to another server',
    sentence: 'This import goes to {url}, and you are at {asked}.',
    hint: 'Add --profile or --api-url.',
  },
  no_email_column: {
    title: 'No column of addresses',
    sentence: 'None of the columns holds e-mail addresses[: {columns}].',
    hint: 'Name it yourself: --map "column=email". The first line must hold the column names.',
  },
  jq_unreadable: {
    title: 'jq cannot read the expression',
    sentence: 'Nothing was done: {reason}.',
    hint: 'Put the expression between single quotation marks.',
  },
  jq_too_large: {
    title: 'Too much for jq at once',
    sentence:
      'The command itself did its work, but jq holds no more than about {megabytes} MB of JSON.',
    hint: 'With -o ndjson each object goes through jq by itself.',
  },
  jq_failed: {
    title: 'jq failed on the result',
    sentence: 'The command itself did its work, and only jq stopped: {reason}.',
    hint: 'Look at the result without --jq. What was done need not be done again.',
  },
  nothing_to_settle: {
    title: 'Nothing to settle',
    sentence: 'No earlier run of this command was left without an answer, so nothing was done.',
    hint: 'Leave --settle out.',
  },
  secret_in_flag: {
    title: 'A secret on the command line',
    sentence: 'A password in {flag} can be seen by everybody on this machine.',
    hint: '[Put it in the environment variable {variable}.][Give it by {instead}.]',
  },
  ambiguous_name: {
    title: 'More than one of that name',
    sentence: 'More than one is called “{name}”.',
    hint: 'Use the number instead[: {ids}].',
  },
  time_unreadable: {
    title: 'Not a time',
    sentence: '“{time}” cannot be understood as a time.',
    hint: 'Write it like 2027-03-28T09:00, “in 2h” or “tomorrow 9am”.',
  },
  time_nonexistent: {
    title: 'There is no such time',
    sentence: '{time} does not exist in {zone}: the clocks go forward over it.',
    hint: 'Choose an hour earlier or later.',
  },
  time_ambiguous: {
    title: 'This time comes twice',
    sentence: '{time} comes twice in {zone}: the clocks go back.',
    hint: 'Say which one you mean: {earlier} or {later}.',
  },
  zone_unknown: {
    title: 'No such time zone',
    sentence: 'There is no time zone “{zone}”.',
    hint: 'Write it like Europe/Madrid.',
  },
  not_logged_in: {
    title: 'Not logged in',
    sentence: 'You are not logged in[ with the profile {profile}].',
    hint: 'Log in with `remite auth login --api-url URL`, or try everything with `remite sandbox start`.',
  },
  other_origin: {
    title: 'Another server',
    sentence: 'The session of the profile {name} belongs to {origin} and is not sent to {asked}.',
    hint: 'Log in there with a profile of its own: `remite auth login --profile NAME --api-url URL`.',
  },
  plain_http: {
    title: 'Not encrypted',
    sentence: 'Anybody on the way could read what is sent to {url}.',
    hint: 'Use https://, or add --insecure-http if you know the network.',
  },
  confirmation_needed: {
    title: 'Confirmation needed',
    sentence: '[{what} ]This has to be confirmed, so nothing was done.',
    hint: 'Say that you mean it[: add {flag}].',
  },
  confirm_mismatch: {
    title: 'Another name',
    sentence: '“{given}” is not its name, so nothing was done.',
    hint: 'It is called “{name}”.',
  },
  time_past: {
    title: 'The time has passed',
    sentence: '{time} is already past, so nothing was scheduled.',
    hint: 'Choose a later time, or add --send-now-if-past.',
  },
  declined: {
    title: 'Not confirmed',
    sentence: 'You did not confirm it, so nothing was done.',
  },
  send_blocked: {
    title: 'Not ready to send',
    sentence: '[{reasons} ]The check before sending found this, so nothing was sent[: {codes}].',
    hint: 'Mend it, or let it pass by name with --allow CODE.',
  },
  recipients_drifted: {
    title: 'Not the expected recipients',
    sentence: 'There are {count} recipients and {min} to {max} were expected, so nothing was sent.',
    hint: 'Look at the lists, then set --expect-recipients to what is right.',
  },
  import_unfinished: {
    title: 'This import was begun before',
    sentence: 'The same file was being imported in the same way since {since}, and did not finish.',
  },
  state_unwritable: {
    title: 'Nowhere to keep the journal',
    sentence: 'What was done could not be written down in {path}[ ({reason})].',
    hint: 'Make the folder writable, or choose another with REMITE_STATE_DIR.',
  },
  still_running: {
    title: 'Still running',
    sentence: 'It was not finished when the waiting was over[; it is {status}].',
    hint: 'Look again later, or wait longer with --wait-timeout.',
  },
  done_in_part: {
    title: 'Done in part',
    sentence: 'It is finished, but {failed} of {total} could not be done.',
    hint: 'The result says which and why.',
  },
  too_many_rejects: {
    title: 'Too many rows refused',
    sentence:
      'The import stopped: {rejected} of {read} rows were refused[, {limit}][; the usual reason, as in line {line}: {reason}].',
    hint: 'The columns may be mapped wrongly. Look at the file of refused rows, then use --map.',
  },
  locked: {
    title: 'Already running',
    sentence: 'Another run is doing this[ (process {pid} on {host}, since {since})][: {path}].',
    hint: 'Wait until it has finished.',
  },
  config_broken: {
    title: 'The settings are broken',
    sentence: 'The settings file {path} cannot be understood.',
    hint: 'Mend it or delete it; `remite auth logout` also makes a new one.',
  },
  config_unusable: {
    title: 'The settings cannot be used',
    sentence: 'The settings in {path} cannot be read or written[: {reason}].',
    hint: 'Check who owns the folder, or choose another with REMITE_CONFIG_DIR.',
  },
  port_in_use: {
    title: 'The port is taken',
    sentence: 'Another program listens there already[: {address}].',
    hint: 'Stop it, or choose another port.',
  },
  port_refused: {
    title: 'The system refuses the port',
    sentence: 'The system does not let the program listen there[: {address}].',
    hint: 'The address has to be one of this machine, and a port below 1024 needs a right of its own.',
  },
  webhook_invalid: {
    title: 'The signature does not hold',
    sentence: 'This webhook can’t be trusted: {reason}.',
  },
  demo_failed: {
    title: 'The demo stopped',
    sentence: 'The command `remite {command}` ended with {code}.',
  },
  sandbox_not_running: {
    title: 'No sandbox is running',
    sentence: 'There is no sandbox running here.',
    hint: 'Start one: `remite sandbox start`.',
  },
  sandbox_did_not_start: {
    title: 'The sandbox did not start',
    sentence: 'The sandbox could not be started[: {reason}].',
    hint: 'Its log says why[: {log}].',
  },
  program_not_found: {
    title: 'No such program',
    sentence: '“{program}” could not be run.',
    hint: 'Check its name, and that it may be run.',
  },
  database_in_use: {
    title: 'The database is in use',
    sentence: 'Another service works with this database[: {path}].',
    hint: 'Stop that one first, or use PostgreSQL for more than one.',
  },
  keys_in_use: {
    title: 'The keys are in use',
    sentence: 'A service works with the keys of this database, or they are being changed already.',
    hint: 'Stop every service that uses it, wait for any other `remite database rekey`, and try again.',
  },
  master_key_missing: {
    title: 'The master key is missing',
    sentence: 'The secrets in this database cannot be opened without its master key.',
    hint: 'Put it in REMITE_MASTER_KEY.',
  },
  schema_newer: {
    title: 'The database is newer',
    sentence: 'A newer version of remite has changed this database[ ({migration})].',
    hint: 'Install that version, or a later one.',
  },
  schema_older: {
    title: 'The database is older',
    sentence: 'An older version of remite has made this database: it lacks {migration}.',
    hint: 'Start `remite serve` with it once: that brings it up to this version.',
  },
  not_a_database: {
    title: 'No database there',
    sentence: '{path} is not the database of a service.',
    hint: 'Name the file with --from: it is remite.db in the folder of the service.',
  },
  needs_database_file: {
    title: 'Not a file',
    sentence: 'This database is PostgreSQL, which has its own tool for this.',
    hint: 'Save it with `pg_dump -Fc`, and bring it back with `pg_restore`. For a file, use --from.',
  },
  database_unreachable: {
    title: 'The database cannot be reached',
    sentence: 'PostgreSQL did not let us in[: {reason}].',
    hint: 'Check the address, the user and the password, and that the database was created.',
  },
  database_not_empty: {
    title: 'The database is not empty',
    sentence: 'There are rows in that database already, in “{table}”. Nothing was changed.',
    hint: 'Create another database for it.',
  },
  database_differs: {
    title: 'The copy is not the same',
    sentence:
      '“{table}” was not the same after copying: {rows} rows of {expected}. The other database is empty again, and this one as it was.',
    hint: 'Try again; when it stays so, look for what else writes to either of them.',
  },
  wrong_master_key: {
    title: 'The wrong master key',
    sentence: 'The secrets in this database were locked with another master key.',
    hint: 'Set REMITE_MASTER_KEY to the key that the database was made with.',
  },
  signing_key_broken: {
    title: 'A key that signs mail is broken',
    sentence: 'The {kind} key that signs mail (DKIM) cannot be used.',
    hint: 'Bring the table `keys` back from a backup, or delete its row: a new key is made.',
  },
  dkim_selector_unknown: {
    title: 'No keys under this selector',
    sentence: 'There are no keys that sign mail (DKIM) under {selector}; there are under {known}.',
    hint: '--next-dkim-selector NAME makes new ones, to be published before they sign.',
  },
  dkim_selector_used: {
    title: 'The selector was used before',
    sentence: 'There were other keys that sign mail (DKIM) under {selector}.',
    hint: 'Take a name that is new: receivers may still have the old key for this one.',
  },
  certificate_unusable: {
    title: 'The certificate cannot be used',
    sentence: 'The certificate in {path} and the key in {key} cannot be used for TLS together.',
    hint: 'Both are PEM; the key belongs to the first certificate, and has no password.',
  },
  disk_full: {
    title: 'The disk is full',
    sentence: 'There is no room left to write[ {path}].',
    hint: 'Make room and run it again.',
  },
  interrupted: {
    title: 'Interrupted',
    sentence: 'You stopped it.',
  },
  terminated: {
    title: 'Stopped',
    sentence: 'The system stopped it.',
  },

  network: {
    title: 'No connection',
    sentence: 'The server[ {host}] could not be reached[: {reason}].',
    hint: 'Trying again is safe. `remite doctor` finds out what is wrong.',
  },
  proxy_failed: {
    title: 'The proxy is in the way',
    sentence: 'The proxy on the way to {host} made no connection[: {reason}].',
    hint: 'HTTPS_PROXY and HTTP_PROXY name the proxy, NO_PROXY the hosts that are reached without it.',
  },
  certificate_unknown: {
    title: 'A certificate that nobody here knows',
    sentence:
      '{host} shows a certificate from an authority that this machine does not know[ ({reason})].',
    hint: 'If it is your own, name the file with the certificate of that authority in NODE_EXTRA_CA_CERTS.',
  },
  certificate_outdated: {
    title: 'The certificate is not valid today',
    sentence: 'The certificate of {host} has expired or is not valid yet[ ({reason})].',
    hint: 'Whoever runs the server has to renew it, unless the clock of this machine is wrong.',
  },
  certificate_misnamed: {
    title: 'The certificate of another name',
    sentence: 'What answers as {host} shows a certificate that was issued for another name.',
    hint: 'Check the address: it has to be the name in the certificate.',
  },
  tls_failed: {
    title: 'No encrypted connection',
    sentence: 'No encrypted connection to {host} could be made[: {reason}].',
    hint: 'Check the address and its port: another kind of server may listen there.',
  },
  timed_out: {
    title: 'No answer in time',
    sentence: 'The server did not answer in time.',
    hint: 'Trying again is safe. --timeout gives it longer.',
  },
  broken_off: {
    title: 'The answer broke off',
    sentence:
      'The connection[ to {host}] broke before the answer had ended[: {reason}], so it is not whole.',
    hint: 'Trying again is safe.',
  },
  outcome_unknown: {
    title: 'It is not known whether it happened',
    sentence:
      'The request[ of {since}] went out, but its answer was lost: it may have been done, or not.',
    hint: 'Run it again, it looks first[: {command}]. Where it cannot tell, add --settle sent or --settle unsent.',
  },
  id_not_told: {
    title: 'Its number was not told',
    sentence: '“{name}” was made, but the server did not tell its number, so it stayed empty.',
    hint: 'Do not make it again: find its number, with `remite search` for example, and use --list.',
  },
  not_the_api: {
    title: 'Not the API',
    sentence: 'What answers at {url} is not the API.',
    hint: 'Does the address end in /v3/api?',
  },
  not_offered: {
    title: 'This server does not offer it',
    sentence: 'This server does not offer what was asked for[ ({what})], so nothing was sent.',
  },
  unreadable_answer: {
    title: 'The answer cannot be read',
    sentence: 'The server answered with something that cannot be understood.',
    hint: 'Try again; with --debug you see what came.',
  },
  redirected: {
    title: 'The server points elsewhere',
    sentence:
      'The server points to another address[, {location}], and your session is not sent there.',
    hint: 'If that is the right one, log in there with --api-url.',
  },

  malformed: {
    title: 'The request cannot be read',
    sentence: 'The request is not valid JSON, or is broken in another way.',
    hint: 'Check the data you sent.',
  },
  unauthorized: {
    title: 'Not logged in',
    sentence: 'This needs a valid session.',
    hint: 'Log in: `remite auth login`.',
  },
  bad_credentials: {
    title: 'Wrong name or password',
    sentence: 'The user name or the password is wrong.',
    hint: 'Type them again. After several tries you have to wait a little.',
  },
  token_expired: {
    title: 'The session has ended',
    sentence: 'Your session has expired.',
    hint: 'Log in again: `remite auth login`; with --remember-me it lasts up to a year.',
  },
  token_short: {
    title: 'The session ends soon',
    sentence: 'Your session ends in less than {least}.',
    hint: 'Log in again: `remite auth login --remember-me`.',
  },
  token_revoked: {
    title: 'The session was closed',
    sentence: 'This session was closed by a log-out.',
    hint: 'Log in again: `remite auth login`.',
  },
  forbidden: {
    title: 'Not allowed',
    sentence: 'Your role does not allow this.',
    hint: 'Ask whoever runs your account.',
  },
  suspended: {
    title: 'The account is suspended',
    sentence: 'This account is suspended and cannot do this.',
    hint: 'Ask whoever runs your account.',
  },
  not_confirmed: {
    title: 'The account is not confirmed yet',
    sentence: 'Nobody has opened the link that was mailed for this account.',
    hint: 'Open that link and confirm; after two days, sign up again.',
  },
  not_found: {
    title: 'Not found',
    sentence: 'It does not exist, or it does not belong to your account[: {name}][: {what}].',
    hint: 'Check the number or the name; the `list` command shows what there is.',
  },
  no_such_route: {
    title: 'No such address',
    sentence: 'There is nothing at this address.',
    hint: 'Does the base address end in /v3/api?',
  },
  method_not_allowed: {
    title: 'Not possible here',
    sentence: 'This address does not take this kind of request.',
  },
  not_acceptable: {
    title: 'Not available in that format',
    sentence: 'This cannot be answered in the format you asked for.',
    hint: 'Ask for JSON, or for CSV where there is a list.',
  },
  conflict: {
    title: 'Not possible now',
    sentence: 'It contradicts what is already there.',
    hint: 'Look at the current state, and try again.',
  },
  wrong_state: {
    title: 'Not possible in this state',
    sentence: 'This cannot be done while it is in its present state[: {status}].',
    hint: 'Look at the current state first.',
  },
  in_use: {
    title: 'In use',
    sentence: 'Something else still uses it, so it was not deleted[: {by}].',
    hint: 'Change or delete that first.',
  },
  already_exists: {
    title: 'It is already there',
    sentence: 'There is one like this already[: {name}].',
    hint: 'Choose another name, or change the one that is there.',
  },
  idempotency_in_flight: {
    title: 'The same request is under way',
    sentence: 'The same request is being worked on at this moment.',
    hint: 'Wait a moment and try again.',
  },
  unsubscribed: {
    title: 'Unsubscribed',
    sentence: 'This person has already unsubscribed.',
  },
  edited_meanwhile: {
    title: 'Somebody was faster',
    sentence: 'It was changed by somebody else since you read it, so your change was not made.',
    hint: 'Read it again and repeat your change.',
  },
  body_too_large: {
    title: 'Too large',
    sentence: 'This is more than is taken at once[: the most is {limit} bytes].',
    hint: 'Send it in smaller parts.',
  },
  unsupported_media_type: {
    title: 'Not a known format',
    sentence: 'This kind of content is not taken here[: {type}].',
  },
  invalid: {
    title: 'Something is not right',
    sentence: 'Some of the values cannot be taken.',
    hint: 'Correct them and try again.',
  },
  sender_not_verified: {
    title: 'The sender is not verified',
    sentence: 'You may not send from this address before it is verified[: {from_mail}].',
    hint: 'Verify it: `remite senders verify ADDRESS`.',
  },
  wrong_code: {
    title: 'The wrong code',
    sentence: 'This is not the code that was sent[; tries left: {tries}].',
    hint: 'Look in the newest message, or ask for another code with --resend.',
  },
  code_expired: {
    title: 'The code has expired',
    sentence: 'This code is too old, or was tried too often.',
    hint: 'Ask for another with --resend.',
  },
  audience_empty: {
    title: 'Nobody to send to',
    sentence: 'There is no active contact in the lists and the segment that were chosen.',
    hint: 'Check the lists, the segment and what is excluded.',
  },
  merge_tag_broken: {
    title: 'A merge tag is broken',
    sentence: 'A merge tag cannot be understood[: {place}, line {line}: {message}].',
    hint: 'Check its braces and its spelling.',
  },
  idempotency_mismatch: {
    title: 'The key was used for something else',
    sentence: 'This idempotency key already stands for another request.',
    hint: 'Use another key.',
  },
  quota_exceeded: {
    title: 'Your plan does not allow more',
    sentence: 'This is more than your plan has left[: {left} of {limit}].',
    hint: 'Wait until it is renewed, or ask for a larger plan. `remite users quota get` shows it.',
  },
  rate_limited: {
    title: 'Too many requests',
    sentence: 'There were too many requests in a short time.',
    hint: 'Wait a little and try again.',
  },
  internal: {
    title: 'Something went wrong',
    sentence: 'An unexpected error happened.',
    hint: 'Try again. If it happens again, report it with the number of the request.',
  },
  not_implemented: {
    title: 'Not offered',
    sentence: 'This server does not offer this[: {field}].',
  },
  unavailable: {
    title: 'Not available just now',
    sentence: 'The service is not available at the moment.',
    hint: 'Try again in a little while.',
  },
}
