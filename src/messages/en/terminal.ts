/** Texts around the data of a command: below tables, in progress bars and in prompts. */
export const terminal = {
  yes: 'yes',
  no: 'no',
  warning: 'warning:',

  nothingFound: 'Nothing found.',
  done: 'Done.',
  stopping: 'Finishing what has begun. Press Ctrl-C again to stop at once.',
  shownOf: (shown: string, total: string) =>
    `Showing ${shown} of ${total}; --all or --limit for more.`,
  shownSome: (shown: string) => `Showing ${shown}; there are more: --all or --limit.`,

  watching: 'Updated: {time}. Press Ctrl-C to stop.',
  linesBelow: '… {count} more lines: make the window higher.',

  peak: (value: string, time: string) => `peak: ${value}, ${time}`,

  nearDay: (ahead: number, hour: string) =>
    `${ahead < 0 ? 'yesterday' : ahead > 0 ? 'tomorrow' : 'today'} at ${hour}`,
  countOf: (count: string, total: string) => `${count} of ${total}`,
  perSecond: (rate: string) => `${rate}/s`,
  perMinute: (rate: string) => `${rate}/min`,
  timeLeft: (time: string) => `${time} left`,

  yesOrNo: 'y/N',
  yesByDefault: 'Y/n',
  answerYesOrNo: 'Answer yes or no.',
  answerNeeded: 'Enter a value.',
  hidden: '[hidden]',
  keyMove: 'move',
  keyChoose: 'choose',
  keyMark: 'space: mark',
  chooseWithSpace: 'Mark at least one with the space bar.',

  fileMissing: 'the file does not exist',
  fileIsFolder: 'it is a folder',
  fileNotPermitted: 'permission denied',
  fileTooLarge: 'it is too large',
  fileNotUtf8: 'it is not UTF-8 text',
  fileUnread: 'the operating system could not read it',
}
