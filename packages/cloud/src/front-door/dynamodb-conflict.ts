import { objectsOf } from '../json.ts'
import type { Reply } from './call.ts'
import type { JsonCall } from './json-call.ts'

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810'
const CONFLICT = 'Transaction is ongoing for the item'

/**
 * The error of a call whose item another transaction works on: a transaction is cancelled, with the conflict as the
 * reason of its first item; a single write is refused.
 */
export function conflictReply({ action, input }: JsonCall): Reply {
  if (!action.startsWith('Transact')) return reply('TransactionConflictException', { message: CONFLICT })
  const CancellationReasons = objectsOf(input.TransactItems).map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: CONFLICT } : { Code: 'None' },
  )
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ')
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return reply('TransactionCanceledException', { CancellationReasons, Message })
}

function reply(code: string, members: object): Reply {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: `${NAMESPACE}#${code}`, ...members }),
  }
}
