/** What is said around a command's data: under tables, in progress bars and in prompts. */
export const terminal = {
  yes: 'yes',
  no: 'no',
  warning: 'warning:',

  nothingFound: 'Nothing found.',
  done: 'Done.',
  restOf: (shown: string, total: string) => `${shown} of ${total}, --all for the rest`,
  restUnknown: (shown: string) => `${shown} so far, --all for the rest`,

  peak: (value: string, time: string) => `most: ${value}, ${time}`,

  countOf: (count: string, total: string) => `${count} of ${total}`,
  perSecond: (rate: string) => `${rate}/s`,
  timeLeft: (time: string) => `${time} left`,

  yesOrNo: 'y/N',
  answerYesOrNo: 'Answer yes or no.',
  answerNeeded: 'An answer is needed.',
  hidden: '[hidden]',
  keyMove: 'move',
  keyChoose: 'choose',

  fileMissing: 'there is no such file',
  fileIsFolder: 'it is a folder',
  fileNotPermitted: 'you have no permission to read it',
  fileTooLarge: 'it is larger than is read at once',
  fileNotUtf8: 'it is not UTF-8 text',
  fileUnread: 'the system could not read it',
}
