import type { DisturbableCall, Faults } from '@replywright/cloud/faults'
import * as v from 'valibot'
import type { Design } from '../design.ts'

const Reference = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ deliveryId: v.string(), organizationId: v.string() }),
)
const Entry = v.looseObject({ MessageGroupId: v.string(), MessageBody: Reference })
const Sent = v.looseObject({ QueueUrl: v.string(), Entries: v.optional(v.array(v.unknown())) })

/** What the calls of the functions tell about the design of the code that runs. */
export type Observed = Pick<Design, 'fairnessGroup' | 'retriesInFlight' | 'slowApart'>

/**
 * Reads from the calls to SQS which fair-queue group deliveries have, whether they have several queues, and whether a retry sends
 * another message. Otherwise it changes the visibility of its own.
 */
export function observeDesign(faults: Pick<Faults, 'watch'>): { stop(): Observed } {
  let fairnessGroup: Design['fairnessGroup'] = 'webhook'
  let retriesInFlight = true
  const queues = new Set<string>()
  const see = ({ service, action, request }: Pick<DisturbableCall, 'service' | 'action' | 'request'>) => {
    if (service !== 'sqs') return
    for (const { QueueUrl, MessageGroupId, MessageBody } of deliveriesIn(request)) {
      if (action === 'SendMessage') retriesInFlight = false
      // A replay has a group of its own, which ends with the organisation.
      fairnessGroup = MessageGroupId.endsWith(MessageBody.organizationId) ? 'organization' : 'webhook'
      queues.add(QueueUrl)
    }
  }
  const stop = faults.watch(see)
  return {
    stop() {
      stop()
      return { fairnessGroup, retriesInFlight, slowApart: queues.size > 1 }
    },
  }
}

/** Returns the deliveries in a request with one or several messages, and their queue. */
function deliveriesIn(request: string): (v.InferOutput<typeof Entry> & { readonly QueueUrl: string })[] {
  const sent = v.safeParse(Sent, bodyIn(request))
  if (!sent.success) return []
  const { QueueUrl, Entries = [sent.output] } = sent.output
  return Entries.flatMap((entry) => {
    const delivery = v.safeParse(Entry, entry)
    return delivery.success ? [{ ...delivery.output, QueueUrl }] : []
  })
}

/** Returns the JSON of a request, which begins with its path. */
function bodyIn(request: string): unknown {
  const body = v.safeParse(v.pipe(v.string(), v.parseJson()), request.slice(request.indexOf('{')))
  return body.success ? body.output : undefined
}
