import type { DisturbableCall, Faults } from '@messaging/cloud/faults/faults.ts'
import * as v from 'valibot'
import type { Design } from '../design.ts'

const Reference = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ deliveryId: v.string(), organizationId: v.string() }),
)
const Entry = v.looseObject({ MessageGroupId: v.string(), MessageBody: Reference })
const Sent = v.looseObject({ Entries: v.array(v.unknown()) })

/** What the calls of the functions tell about the design of the code that runs. */
export type Observed = Pick<Design, 'fairnessGroup' | 'retriesInFlight'>

/**
 * Reads from the calls to SQS which fair-queue group deliveries have, and whether a retry sends another message. Otherwise it
 * changes the visibility of its own.
 */
export function observeDesign(faults: Pick<Faults, 'watch'>): { stop(): Observed } {
  let fairnessGroup: Design['fairnessGroup'] = 'webhook'
  let retriesInFlight = true
  const see = ({ service, action, request }: Pick<DisturbableCall, 'service' | 'action' | 'request'>) => {
    if (service !== 'sqs') return
    if (action === 'SendMessage' && v.is(Entry, bodyIn(request))) retriesInFlight = false
    if (action !== 'SendMessageBatch') return
    for (const { MessageGroupId, MessageBody } of deliveriesIn(request))
      fairnessGroup = MessageGroupId === MessageBody.organizationId ? 'organization' : 'webhook'
  }
  const stop = faults.watch(see)
  return {
    stop() {
      stop()
      return { fairnessGroup, retriesInFlight }
    },
  }
}

/** Returns the deliveries in a request with several messages. */
function deliveriesIn(request: string): v.InferOutput<typeof Entry>[] {
  const sent = v.safeParse(Sent, bodyIn(request))
  if (!sent.success) return []
  return sent.output.Entries.flatMap((entry) => {
    const delivery = v.safeParse(Entry, entry)
    return delivery.success ? [delivery.output] : []
  })
}

/** Returns the JSON of a request, which begins with its path. */
function bodyIn(request: string): unknown {
  const body = v.safeParse(v.pipe(v.string(), v.parseJson()), request.slice(request.indexOf('{')))
  return body.success ? body.output : undefined
}
