import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'

/** What can go wrong with a command: its arguments, its files, its session, its confirmation, its run. */
export const commandFailures = {
  file_unreadable: {
    title: 'Cannot read the file',
    sentence: 'The file[ {path}] could not be read[: {reason}].',
    hint: 'Check the path and your permission to read the file.',
  },
  images_refused: {
    title: 'Images cannot be uploaded',
    sentence: 'Some images of the HTML cannot be uploaded, so nothing was done.',
    hint: 'Correct the addresses in the HTML, or the files, and run the command again.',
  },
  file_not_text: {
    title: 'Not a text file',
    sentence: 'The file[ {path}] is not a text file[: it looks like {kind}].',
    hint: 'Save it as CSV, or as an Excel workbook (.xlsx) without a password, and try again.',
  },
  file_empty: {
    title: 'The file is empty',
    sentence: 'The file[ {path}] is empty.',
    hint: 'Check that the export was complete.',
  },
  file_not_table: {
    title: 'Not a table',
    sentence: 'The file[ {path}] could not be read as a table[: check line {line}].',
    hint: 'The usual cause is a quotation mark that is never closed.',
  },
  file_unclear: {
    title: 'Cannot read the file with these options',
    sentence: 'The file could not be read with the given options[: {reason}].',
    hint: 'Check the column names, and the options that refer to them.',
  },
  file_too_large: {
    title: 'The file is too large',
    sentence: 'The file[ {path}] is larger than {limit} MB.',
    hint: 'Split it, or save it as CSV.',
  },
  workbook_broken: {
    title: 'Cannot read the workbook',
    sentence: 'The workbook[ {path}] could not be read.',
    hint: 'Open it in Excel and save it again, or save the sheet as CSV.',
  },
  sheet_unknown: {
    title: 'Sheet not found',
    sentence: 'The workbook has no sheet named “{sheet}”. Its sheets: {sheets}.',
    hint: '[Choose one with {--sheet} "NAME".]',
  },
  file_changed: {
    title: 'The file has changed',
    sentence: 'The file[ {path}] has changed since its import started, so nothing was sent.',
    hint: 'Restore the original file to resume, or start a new import.',
  },
  file_unwritable: {
    title: 'Cannot write the file',
    sentence: 'The file[ {path}] could not be written[: {reason}].',
    hint: 'Choose another location.',
  },
  import_elsewhere: {
    title: 'Import for another server',
    sentence: 'This import goes to {url}, but you are connected to {asked}.',
    hint: 'Choose the server with --profile or --api-url.',
  },
  no_email_column: {
    title: 'No email column',
    sentence: 'No column contains email addresses[: {columns}].',
    hint: '[Name the column with {--map} "column=email". ]The first row must contain the column names.',
  },
  jq_unreadable: {
    title: 'Invalid jq expression',
    sentence: 'jq could not parse the expression, so nothing was done: {reason}.',
    hint: 'Put the expression in single quotation marks.',
  },
  jq_too_large: {
    title: 'Result too large for jq',
    sentence:
      'The command itself succeeded, but its result is too large for jq (about {megabytes} MB of JSON at most).',
    hint: 'Use -o ndjson to run each object through jq separately.',
  },
  jq_failed: {
    title: 'jq failed',
    sentence: 'The command itself succeeded, but jq failed on its result: {reason}.',
    hint: 'To see the result, leave out --jq. Do not repeat what the command already did.',
  },
  nothing_to_settle: {
    title: 'Nothing to settle',
    sentence: 'No earlier run of this command has an unknown outcome, so nothing was done.',
    hint: 'Run the command without --settle.',
  },
  secret_in_flag: {
    title: 'Secret on the command line',
    sentence: 'Everyone on this machine can see a password in {flag}.',
    hint: '[Set the environment variable {variable} instead.][Use {instead} instead.]',
  },
  ambiguous_name: {
    title: 'Ambiguous name',
    sentence: 'The name “{name}” exists more than once.',
    hint: 'Use the ID instead[: {ids}].',
  },
  time_unreadable: {
    title: 'Invalid time',
    sentence:
      '“{time}” is not a valid time[: the hour is missing. Write, for example, “{withHour}”].',
    hint: 'Use a form such as 25/12/2026 9:00, “monday 9:00”, “tomorrow at 9am” or “in 2 hours”.',
  },
  time_nonexistent: {
    title: 'This time does not exist',
    sentence: '{time} does not exist in {zone}: the clocks go forward and skip it.',
    hint: 'Choose a time an hour earlier or later.',
  },
  time_unclear: {
    title: 'Two possible times',
    sentence: '“{time}” can mean {first} or {second}.',
    hint: 'Write the one you mean, such as {first}.',
  },
  time_weekday: {
    title: 'Day and date do not match',
    sentence: '“{time}” names another day of the week than that of {date}.',
    hint: 'Correct the date, or leave out the day of the week.',
  },
  time_ambiguous: {
    title: 'This time occurs twice',
    sentence: '{time} occurs twice in {zone}: the clocks go back.',
    hint: 'Choose one: {earlier} or {later}.',
  },
  zone_unknown: {
    title: 'Unknown time zone',
    sentence: 'There is no time zone named “{zone}”.',
    hint: 'Use a name such as Europe/Madrid.',
  },
  expression_character: {
    title: 'Invalid expression',
    sentence: '“{found}” has no meaning in an expression.',
  },
  expression_token: {
    title: 'Invalid expression',
    sentence: '[“{found}” is not expected here. ]Expected: {choices}.',
  },
  expression_value: {
    title: 'Invalid expression',
    sentence:
      'A value is expected here, such as "Ávila", 12, true or 2026-01-31. Texts with spaces need quotes.',
  },
  expression_date: {
    title: 'Invalid expression',
    sentence: 'A date is expected here, such as 2026-01-31.',
  },
  expression_period: {
    title: 'Invalid expression',
    sentence: 'A period is expected here, such as 30d, 2w or the last 30 days.',
  },
  expression_twice: {
    title: 'Invalid expression',
    sentence: '“{found}” says the same as an earlier part of the condition.',
  },
  expression_condition: {
    title: 'Invalid expression',
    sentence: 'A condition is expected here, such as ciudad = "Ávila", tag = vip or opened in 30d.',
  },
  expression_field: {
    title: 'Unknown field',
    sentence: 'Unknown field: {found}[ (did you mean {suggestion}?)].',
    hint: 'Run `remite segments fields` to see the fields.',
  },
  expression_event: {
    title: 'Unknown event',
    sentence: 'There has been no event “{found}”. Known: {choices}.',
    hint: 'Run `remite events names` to see the names.',
  },
  expression_property: {
    title: 'Unknown property',
    sentence: 'No event “{event}” has had a property {found}. Known: {choices}.',
    hint: 'Run `remite events properties` to see the properties.',
  },
  expression_sum: {
    title: 'Invalid expression',
    sentence: 'Only numbers and amounts of money can be added up. {found} is neither.',
    hint: 'Run `remite events properties` to see the types of the properties.',
  },
  expression_currency: {
    title: 'Invalid expression',
    sentence:
      'A currency is expected here, such as EUR: amounts in different currencies cannot be added up.',
  },
  expression_operator: {
    title: 'Invalid expression',
    sentence: 'An operator of this field is expected here: {choices}.',
  },
  expression_deep: {
    title: 'Invalid expression',
    sentence: 'More than {limit} parentheses are open.',
  },
  not_logged_in: {
    title: 'Not logged in',
    sentence: 'You are not logged in[ with profile {profile}].',
    hint: 'Log in with `remite auth login --api-url URL`, or try everything out with `remite sandbox start`.',
  },
  other_origin: {
    title: 'Session for another server',
    sentence: 'The session of profile {name} belongs to {origin} and is not sent to {asked}.',
    hint: 'Log in to that server with a separate profile: `remite auth login --profile NAME --api-url URL`.',
  },
  plain_http: {
    title: 'Connection not encrypted',
    sentence: 'Anyone on the network could read what is sent to {url}.',
    hint: 'Use https://, or add --insecure-http if you trust the network.',
  },
  confirmation_needed: {
    title: 'Confirmation required',
    sentence: '[{what} ]Nothing was done, because this needs confirmation.',
    hint: 'Confirm it in a terminal[, or add {flag}].',
  },
  confirm_mismatch: {
    title: 'The name does not match',
    sentence: '“{given}” does not match the name, so nothing was done.',
    hint: '[The name is “{name}”.][ Its number, {id}, is accepted too.]',
  },
  time_past: {
    title: 'Time in the past',
    sentence: '{time} is in the past, so nothing was scheduled.',
    hint: 'Choose a later time[, or add {--send-now-if-past}].',
  },
  declined: {
    title: 'Not confirmed',
    sentence: 'You did not confirm, so nothing was done.',
  },
  send_blocked: {
    title: 'Not ready to send',
    sentence: '[{reasons} ]Nothing was sent, because the pre-send check failed[: {codes}].',
    hint: 'Fix the problem[, or ignore it with {--allow} {allowed}].',
  },
  recipients_drifted: {
    title: 'Unexpected number of recipients',
    sentence: 'There are {count} recipients, but {min} to {max} were expected. Nothing was sent.',
    hint: 'Check the lists[, then correct {--expect-recipients}].',
  },
  import_unfinished: {
    title: 'Unfinished import',
    sentence:
      'An earlier import of this file with the same options has not finished. It started at {since}.',
  },
  state_unwritable: {
    title: 'Cannot access the journal',
    sentence: 'The journal in {path} could not be read or written[ ({reason})].',
    hint: 'Make the folder writable, or choose another one with REMITE_STATE_DIR.',
  },
  still_running: {
    title: 'Still running',
    sentence:
      '[Still running after --wait-timeout (status: {status})][Sending stopped before the end (status: {stopped})][Process {pid} is still running].',
    hint: 'Check again later[, or wait longer with {--wait-timeout}].',
  },
  done_in_part: {
    title: 'Partly done',
    sentence: 'The command finished, but {failed} of {total} failed.',
    hint: 'The result lists the failures and their reasons.',
  },
  too_many_rejects: {
    title: 'Too many rejected rows',
    sentence:
      'The import stopped: {rejected} of {read} rows were rejected[, {limit}][. Most common reason, for example in line {line}: {reason}].',
    hint: 'The columns may be mapped incorrectly. Check the file of rejected rows[, then use {--map}].',
  },
  locked: {
    title: 'Already running',
    sentence:
      'Another process is already doing this[ (process {pid} on {host}, since {since})][: {path}].',
    hint: 'Wait until it finishes.',
  },
} satisfies Partial<Record<FailureCode, FailureMessage>>
