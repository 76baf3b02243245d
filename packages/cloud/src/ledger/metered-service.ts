import type { Call, Reply, Service } from '../front-door/call.ts'
import { jsonCall } from '../front-door/json-call.ts'
import type { Principal } from '../front-door/principals.ts'
import { parseObject } from '../json.ts'
import type { Books } from './ledger.ts'
import { callMetered } from './metered-dynamodb.ts'
import { sqsAmounts } from './sqs-requests.ts'
import type { TableSchema } from './table-schema.ts'
import type { ReadItems } from './transaction-units.ts'

/** Records a service's calls in the ledger. `name` is its signing name. `readItems` reads the items of transactions. */
export function meteredService(
  name: string,
  service: Service,
  {
    books,
    schemas,
    readItems,
  }: { readonly books: Books; readonly schemas: ReadonlyMap<string, TableSchema>; readonly readItems: ReadItems },
): Service {
  return {
    ...service,
    async handle(call) {
      const caller = callerOf(call.principal)
      books.request(caller, name, service.access(call).action)
      if (name === 'dynamodb') {
        return callMetered(call, service, { schemas, readItems, charge: (amounts) => books.charge(caller, amounts) })
      }
      const reply = await service.handle(call)
      if (name === 'sqs') books.charge(caller, amountsOf(call, reply))
      return reply
    },
  }
}

function amountsOf(call: Call, reply: Reply) {
  const { action, input } = jsonCall(call)
  return sqsAmounts(action, input, action === 'ReceiveMessage' ? parseObject(reply.body.toString()) : {})
}

function callerOf({ functionName, arn }: Principal): string {
  return functionName ?? arn.split('/').at(-1) ?? arn
}
