import type { Call, Reply, Service } from '../front-door/call.ts'
import type { JsonCall } from '../front-door/json-call.ts'
import { isList, isObject, listOf, objectAt, parseObject } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { jsonReply, withBody } from './replies.ts'

type Handle = Service['handle']

/** Forwards a batch without the entries of `refused`, and returns these as unprocessed. */
export async function passWithout(
  refused: ReadonlySet<Json>,
  call: Call,
  { action, input }: JsonCall,
  next: Handle,
): Promise<Reply> {
  if (refused.size === 0) return next(call)
  const [field, nothing] =
    action === 'BatchGetItem' ? (['UnprocessedKeys', { Responses: {} }] as const) : (['UnprocessedItems', {}] as const)
  const requested = objectAt(input, 'RequestItems')
  const accepted = select(requested, (entry) => !refused.has(entry))
  const unprocessed = select(requested, (entry) => refused.has(entry))
  if (Object.keys(accepted).length === 0) return jsonReply(200, { ...nothing, [field]: unprocessed })
  const reply = await next(withBody(call, { ...input, RequestItems: accepted }))
  if (reply.status >= 300) return reply
  const output = parseObject(reply.body.toString())
  return jsonReply(200, { ...output, [field]: merge(objectAt(output, field), unprocessed) })
}

/** Returns the wanted entries of a batch, without tables that have none. */
function select(requested: JsonObject, wanted: (entry: Json) => boolean): JsonObject {
  const tables = Object.entries(requested).flatMap(([table, asked]): (readonly [string, Json])[] => {
    const entries = entriesOf(asked).filter(wanted)
    return entries.length === 0 ? [] : [[table, isObject(asked) ? { ...asked, Keys: entries } : entries]]
  })
  return Object.fromEntries(tables)
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const tables = Object.entries(b).map(([table, asked]): readonly [string, Json] => {
    const entries = [...entriesOf(a[table]), ...entriesOf(asked)]
    return [table, isObject(asked) ? { ...asked, Keys: entries } : entries]
  })
  return { ...a, ...Object.fromEntries(tables) }
}

/** Returns a table's entries. A batch of writes has a list per table, a batch of reads an object with `Keys`. */
function entriesOf(asked: Json | undefined): readonly Json[] {
  return isList(asked) ? asked : listOf(objectAt({ asked: asked ?? null }, 'asked').Keys)
}
