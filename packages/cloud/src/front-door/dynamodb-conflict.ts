import { TRANSACTION_CONFLICT, transactionCanceled, transactionConflict } from '../dynamodb/replies.ts'
import { objectsOf } from '../json.ts'
import type { Reply } from './call.ts'
import type { JsonCall } from './json-call.ts'

/** A transaction is cancelled with the conflict as the reason of its first item; a single write is rejected. */
export function conflictReply({ action, input }: JsonCall): Reply {
  if (!action.startsWith('Transact')) return transactionConflict()
  const items = objectsOf(input.TransactItems)
  return transactionCanceled(items.map((_, index) => (index === 0 ? TRANSACTION_CONFLICT : undefined)))
}
