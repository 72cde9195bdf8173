import { scripts } from '../src/cli/completion/scripts.ts'
import { writeGenerated } from './generated.ts'

writeGenerated('completions/remite.bash', scripts.bash)
writeGenerated('completions/_remite', scripts.zsh)
writeGenerated('completions/remite.fish', scripts.fish)
writeGenerated('completions/remite.ps1', scripts.powershell)
