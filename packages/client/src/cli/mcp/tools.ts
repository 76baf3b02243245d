import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { describeTools } from './describe-tools.ts'

/** The tools of the API. The build publishes the evaluated value. */
export const tools = describeTools(openApiDocument(''))
