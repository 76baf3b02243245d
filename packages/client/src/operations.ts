import { endpoints } from '@replywright/contract/endpoints.ts'
import { describeOperations } from './operation.ts'

/** The operations of the API. The build publishes the evaluated value. */
export const operations = describeOperations(endpoints)
