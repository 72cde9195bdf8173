import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'

/** What can go wrong on this machine: settings, ports, programs, the service’s database and keys, signals. */
export const hostFailures = {
  config_broken: {
    title: 'Damaged settings',
    sentence: 'The settings file {path} could not be parsed.',
    hint: 'Fix the file or delete it. `remite auth logout` also replaces it.',
  },
  config_unusable: {
    title: 'Cannot access the settings',
    sentence: 'The settings in {path} could not be read or written[: {reason}].',
    hint: 'Check who owns the folder, or choose another one with REMITE_CONFIG_DIR.',
  },
  sign_up_without_sender: {
    title: 'Sign-up cannot send mail',
    sentence: 'Sign-up needs an address for its confirmation mails, and this service has none.',
    hint: '[Set {--public-url}, or {--mail-host} if mail comes from another domain.]',
  },
  port_in_use: {
    title: 'Port in use',
    sentence: 'Another program is already listening there[: {address}].',
    hint: 'Stop that program, or choose another port.',
  },
  port_refused: {
    title: 'Port not permitted',
    sentence: 'The operating system did not allow listening there[: {address}].',
    hint: 'Use an address of this machine. Ports below 1024 need a special permission.',
  },
  webhook_invalid: {
    title: 'Invalid signature',
    sentence: 'This webhook cannot be trusted: {reason}.',
  },
  demo_failed: {
    title: 'The demo stopped',
    sentence: 'The command `remite {command}` failed with exit code {code}.',
  },
  sandbox_not_running: {
    title: 'No sandbox running',
    sentence: 'No sandbox is running on this machine.',
    hint: 'Start one with `remite sandbox start`.',
  },
  sandbox_did_not_start: {
    title: 'The sandbox did not start',
    sentence: 'The sandbox could not be started[: {reason}].',
    hint: 'Check its log for the cause[: {log}].',
  },
  program_not_found: {
    title: 'Cannot run the program',
    sentence: 'The program “{program}” could not be run.',
    hint: 'Check its name, and that it is executable.',
  },
  database_in_use: {
    title: 'The database is in use',
    sentence:
      'Another service is using this database[: {path}][. It is process {pid}][ on {host}][, since {since}].',
    hint: 'Stop the other service, or use PostgreSQL to run more than one.',
  },
  processes_running: {
    title: 'Processes of an earlier version are running',
    sentence:
      'This database needs an upgrade, and processes of an earlier version of remite are using it.',
    hint: 'Stop all of them, then start this version. A process that was killed counts as running for 45 seconds.',
  },
  keys_in_use: {
    title: 'The keys are in use',
    sentence:
      'A service is using the keys of this database, or another command is already changing them.',
    hint: 'Stop every service that uses this database, wait for any other `remite database rekey` to finish, and try again.',
  },
  replica_unusable: {
    title: 'Not a replica of the database',
    sentence:
      'The database for long reads is not a streaming replica of the database of the service[: {reason}].',
    hint: 'REMITE_DATABASE_READ_URL names the same database on a standby server of the same cluster.',
  },
  master_key_missing: {
    title: 'Missing master key',
    sentence: 'The secrets in this database cannot be decrypted without its master key.',
    hint: 'Set REMITE_MASTER_KEY to that key.',
  },
  schema_newer: {
    title: 'The database is newer',
    sentence: 'This database was upgraded by a newer version of remite[ ({migration})].',
    hint: 'Install that version, or a later one.',
  },
  schema_older: {
    title: 'The database is older',
    sentence: 'This database was created by an older version of remite. It lacks {migration}.',
    hint: 'Start `remite serve` with this database once to upgrade it.',
  },
  not_a_database: {
    title: 'Not a database',
    sentence: '{path} is not the database of a remite service.',
    hint: '[Use {--from} to choose the file remite.db in the folder of the service.]',
  },
  needs_database_file: {
    title: 'Not a database file',
    sentence: 'This database is in PostgreSQL, which has its own tools for this.',
    hint: 'Back it up with `pg_dump -Fc` and restore it with `pg_restore`. [To use a database file, add {--from}.]',
  },
  database_unreachable: {
    title: 'Cannot connect to the database',
    sentence: 'PostgreSQL refused the connection[: {reason}].',
    hint: 'Check the address, the user, the password, and that the database exists.',
  },
  database_not_empty: {
    title: 'The database is not empty',
    sentence: 'The target database already has rows in “{table}”. Nothing was changed.',
    hint: 'Create an empty database and use that one.',
  },
  database_differs: {
    title: 'The copy differs',
    sentence:
      'The copy of “{table}” is different: it has {rows} rows, and {expected} were expected. The target database is empty again. The source is unchanged.',
    hint: 'Try again. If this happens again, check what else writes to either database.',
  },
  wrong_master_key: {
    title: 'Wrong master key',
    sentence: 'The secrets in this database were encrypted with another master key.',
    hint: 'Set REMITE_MASTER_KEY to the key that the database was created with.',
  },
  signing_key_broken: {
    title: 'Damaged DKIM key',
    sentence: 'The {kind} key that signs outgoing mail (DKIM) cannot be used.',
    hint: 'Restore the table `keys` from a backup, or delete the row of this key to create a new one.',
  },
  dkim_selector_unknown: {
    title: 'Unknown DKIM selector',
    sentence: 'There are no DKIM keys for the selector {selector}. Known selectors: {known}.',
    hint: '[To create keys that you publish before they sign, use {--next-dkim-selector} NAME.]',
  },
  dkim_selector_used: {
    title: 'DKIM selector already used',
    sentence: 'The selector {selector} had other DKIM keys before.',
    hint: 'Choose a new name: mail servers may still have the old key in their cache.',
  },
  certificate_unusable: {
    title: 'Invalid certificate',
    sentence: 'The certificate in {path} and the key in {key} cannot be used together for TLS.',
    hint: 'Both must be PEM. The key must belong to the first certificate and have no password.',
  },
  disk_full: {
    title: 'The disk is full',
    sentence: 'There is no space left to write[ {path}].',
    hint: 'Free up some space and run it again.',
  },
  interrupted: {
    title: 'Interrupted',
    sentence: 'You stopped the command.',
  },
  terminated: {
    title: 'Terminated',
    sentence: 'The system stopped the command.',
  },
} satisfies Partial<Record<FailureCode, FailureMessage>>
