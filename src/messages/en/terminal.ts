/** Texts around the data of a command: below tables, in progress bars and in prompts. */
export const terminal = {
  yes: 'yes',
  no: 'no',
  warning: 'warning:',

  nothingFound: 'Nothing found.',
  done: 'Done.',
  stopping: 'Finishing what has begun. Press Ctrl-C again to stop at once.',
  restOf: (shown: string, total: string) => `${shown} of ${total}. Use --all to show the rest.`,
  restUnknown: (shown: string) => `${shown} so far. Use --all to show the rest.`,

  peak: (value: string, time: string) => `peak: ${value}, ${time}`,

  countOf: (count: string, total: string) => `${count} of ${total}`,
  perSecond: (rate: string) => `${rate}/s`,
  timeLeft: (time: string) => `${time} left`,

  yesOrNo: 'y/N',
  answerYesOrNo: 'Answer yes or no.',
  answerNeeded: 'Enter a value.',
  hidden: '[hidden]',
  keyMove: 'move',
  keyChoose: 'choose',

  fileMissing: 'the file does not exist',
  fileIsFolder: 'it is a folder',
  fileNotPermitted: 'permission denied',
  fileTooLarge: 'it is too large',
  fileNotUtf8: 'it is not UTF-8 text',
  fileUnread: 'the operating system could not read it',
}
