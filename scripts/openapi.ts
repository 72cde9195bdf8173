import { openApiOf } from '../src/contract/openapi.ts'
import { documentMessages } from '../src/messages/document-messages.ts'
import { loadEndpointMessages } from '../src/messages/endpoints.ts'
import { loadMessages } from '../src/messages/index.ts'
import { writeGenerated } from './generated.ts'

const words = documentMessages(await loadMessages('en'), await loadEndpointMessages('en'))

writeGenerated('docs/openapi.json', `${JSON.stringify(openApiOf(words), undefined, 2)}\n`)
