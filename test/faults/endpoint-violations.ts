import type { Received } from '@replywright/simulators/receiver/serve.ts'
import type { BusEvent } from '../support/bus-events.ts'
import type { World } from './flow.ts'
import type { StoredDelivery } from './state.ts'

/** Returns the contradictions between the requests that endpoints received and the stored deliveries. */
export function endpointViolations(
  { testBed, tenant, statusReturned }: World,
  deliveries: readonly StoredDelivery[],
): string[] {
  const { receiver } = testBed.service
  return tenant.webhooks.flatMap(({ id, path, isBus }, to) => {
    const own = deliveries.filter((delivery) => delivery.to === to)
    if (isBus)
      return busViolations(
        testBed.busEvents.filter(({ resources }) => resources.includes(`webhook/${id}`)),
        own,
      )
    const stored = new Map(own.map((delivery) => [delivery.item.id, delivery]))
    const seen = receiver.received(path).map((request, index) => ({ request, status: statusReturned(to, index) }))
    const byId = Map.groupBy(seen, ({ request }) => request.deliveryId ?? '')
    return [
      ...seen.flatMap(({ request }) => requestViolations(request, stored.get(request.deliveryId ?? ''))),
      ...[...stored.values()].flatMap((delivery) =>
        recordViolations(
          delivery,
          (byId.get(delivery.item.id) ?? []).map(({ status }) => status),
        ),
      ),
    ]
  })
}

/** Checks the events that a bus received. An event whose response was lost is sent again under the same delivery. */
function busViolations(events: readonly BusEvent[], deliveries: readonly StoredDelivery[]): string[] {
  const ofDelivery = ({ item }: StoredDelivery) =>
    events.filter(({ resources }) => resources.includes(`delivery/${item.id}`))
  const known = deliveries.flatMap(ofDelivery)
  return [
    ...events.filter((event) => !known.includes(event)).map(({ id }) => `the bus received ${id}, which is not stored`),
    ...deliveries.flatMap((delivery) => {
      const received = ofDelivery(delivery)
      const { id, status, attempts = [] } = delivery.item
      const accepted = attempts.filter((attempt) => attempt.status === 200).length
      return [
        ...(received.every(({ detail }) => JSON.stringify(detail) === delivery.payload)
          ? []
          : [`${id} arrived with another detail than is stored`]),
        ...(accepted > received.length ? [`${id} has attempts that the bus did not receive`] : []),
        ...(status === 'delivered' && accepted === 0 ? [`${id} is delivered, but the bus never accepted it`] : []),
      ]
    }),
  ]
}

function requestViolations({ deliveryId, body, verdict }: Received, stored: StoredDelivery | undefined): string[] {
  if (!stored) return [`the endpoint received ${deliveryId}, which is not stored`]
  return [
    ...(body.toString() === stored.payload ? [] : [`${deliveryId} arrived with other bytes than are stored`]),
    ...(verdict.ok ? [] : [`${deliveryId} arrived without a valid signature`]),
  ]
}

/** Checks a record. It may lack an attempt that was interrupted before it was recorded; it must not have others. */
function recordViolations({ item }: StoredDelivery, statuses: readonly number[]): string[] {
  const { id, status, attemptCount, attempts = [] } = item
  const unseen = [...statuses]
  const withStatusFirst = attempts.toSorted((a, b) => (b.status ?? 0) - (a.status ?? 0))
  const invented = withStatusFirst.filter((attempt) => {
    const exact = unseen.indexOf(attempt.status ?? 0)
    // On a busy machine, any response can arrive after its attempt has timed out.
    const place = exact < 0 && !attempt.status ? unseen.length - 1 : exact
    if (place >= 0) unseen.splice(place, 1)
    return place < 0
  })
  const succeeded = statuses.some((code) => code >= 200 && code < 300)
  return [
    ...(invented.length > 0
      ? [`${id} has attempts that its endpoint did not receive: ${JSON.stringify(invented)}`]
      : []),
    ...(attempts.length === attemptCount ? [] : [`${id} counts ${attemptCount} attempts and lists ${attempts.length}`]),
    ...(status === 'failed' && succeeded ? [`${id} is failed, but its endpoint returned 2xx`] : []),
    ...(status === 'delivered' && !succeeded ? [`${id} is delivered, but its endpoint never returned 2xx`] : []),
  ]
}
