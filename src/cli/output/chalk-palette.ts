import { Chalk } from 'chalk'

// The 16 colors of every terminal. A fixed level disables chalk's own detection, which ignores
// NO_COLOR.
const chalk = new Chalk({ level: 1 })

export const chalkPalette = {
  error: chalk.red.bold,
  warning: chalk.yellow,
  success: chalk.green,
  dim: chalk.dim,
  bold: chalk.bold,
  heading: chalk.bold.underline,
  value: chalk.cyan,
}
