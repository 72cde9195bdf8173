import { build, isBuilt } from './build.js'
import { install, isInstalled } from './install.js'

/** Reports each step, because it takes seconds. Prints nothing if everything is up to date. */
export async function prepare({ isClean }) {
  if (!isInstalled()) {
    console.error('Installing the packages …')
    install()
  }
  if (isClean || !isBuilt()) {
    console.error('Building …')
    await build({ isClean })
  }
}
