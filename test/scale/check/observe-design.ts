import type { DisturbableCall, Faults } from '@messaging/cloud/faults/faults.ts'
import * as v from 'valibot'
import type { Design } from '../design.ts'

const Reference = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ deliveryId: v.string(), organizationId: v.string() }),
)
const Entry = v.looseObject({ MessageGroupId: v.string(), MessageBody: Reference })
const Sent = v.looseObject({ Entries: v.array(v.looseObject({})) })

/** What the calls of the functions tell about the design of the code that runs. */
export type Observed = Pick<Design, 'fairnessGroup' | 'retriesInFlight'>

/**
 * Reads from the calls to SQS which fair-queue group deliveries have, and whether a retry changes the visibility of its message
 * or sends another one.
 */
export function observeDesign(faults: Pick<Faults, 'watch'>): { stop(): Observed } {
  let fairnessGroup: Design['fairnessGroup'] = 'webhook'
  let retriesInFlight = false
  const see = ({ service, action, request }: Pick<DisturbableCall, 'service' | 'action' | 'request'>) => {
    if (service !== 'sqs') return
    if (action === 'ChangeMessageVisibility') retriesInFlight = true
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

/** Returns the deliveries in a request: its path, and its body in JSON. */
function deliveriesIn(request: string): v.InferOutput<typeof Entry>[] {
  const sent = v.safeParse(v.pipe(v.string(), v.parseJson(), Sent), request.slice(request.indexOf('{')))
  if (!sent.success) return []
  return sent.output.Entries.flatMap((entry) => {
    const delivery = v.safeParse(Entry, entry)
    return delivery.success ? [delivery.output] : []
  })
}
