import { endpoints } from '@messaging/contract/endpoints.ts'
import { describeOperations } from './operation.ts'

/** The operations of the API. The build ships what this evaluates to. */
export const operations = describeOperations(endpoints)
