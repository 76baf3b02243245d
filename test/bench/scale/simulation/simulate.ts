import { Agenda } from './agenda.ts'
import { startArrivals } from './arrivals.ts'
import { Deliveries } from './deliveries.ts'
import { Executions } from './executions.ts'
import { Histogram } from './histogram.ts'
import { Ingress } from './ingress.ts'
import type { Message } from './message.ts'
import { seeded } from './random.ts'
import { Saturation } from './saturation.ts'
import type { Scenario } from './scenario.ts'
import { SlowEndpoints } from './slow-endpoints.ts'
import { Turns } from './turns.ts'

/** Durations are in milliseconds, and are those of the other organisations. */
export interface Simulated {
  readonly delivery: Histogram
  readonly answer: Histogram
  /** Deliveries and turns that waited when the last message had arrived. */
  readonly backlog: { readonly deliveries: number; readonly turns: number }
  readonly mostInFlight: number
  /** The bad tenant's attempts until then. */
  readonly badAttempts: number
  /** Posts that the provider had to repeat. */
  readonly repeated: { readonly others: number; readonly bad: number }
  readonly saturated: Saturation<Part>['saturated']
}

type Part = 'executions of the ingress' | 'delivery workers' | 'deliveries in flight' | 'turn workers'

/** Simulates the parts that organisations share. The same scenario has the same result. */
export function simulate(scenario: Scenario): Simulated {
  const { capacity, durations, seconds } = scenario
  const agenda = new Agenda()
  const random = seeded(scenario.seed)
  const executions = new Executions(capacity)
  const [delivery, answer] = [new Histogram(), new Histogram()]
  const delivered = (message: Message, at: number) => {
    if (!message.isBad) delivery.add(at - message.sentAt)
  }
  const slow = new SlowEndpoints()
  const apart = scenario.design.slowApart
    ? new Deliveries(agenda, scenario, executions, random, delivered, { batches: capacity.slowBatches, slow })
    : undefined
  const { batches } = capacity
  const deliveries = new Deliveries(agenda, scenario, executions, random, delivered, { batches, slow, apart })
  const turns = new Turns(agenda, scenario, executions, random, (message) => {
    if (!message.isBad) answer.add(agenda.now - message.sentAt)
  })
  const queueTurn = agenda.lane<Message>(durations.relay + durations.turnDelay, (message) => turns.send(message))
  const queueDelivery = agenda.lane<Message>(durations.relay, (message) => deliveries.send(message))
  const ingress = new Ingress(agenda, scenario, executions, (message) => {
    queueDelivery(message)
    if (message.isAnswered) queueTurn(message)
  })

  startArrivals(agenda, scenario, random, (message) => ingress.take(message))
  const saturation = new Saturation<Part>(
    new Map([
      ['executions of the ingress', () => ({ used: executions.ingress, limit: executions.limits.ingress })],
      ['delivery workers', () => ({ used: deliveries.busy, limit: capacity.batches })],
      ['deliveries in flight', () => ({ used: deliveries.queue.inFlight, limit: capacity.inFlight })],
      ['turn workers', () => ({ used: turns.busy, limit: capacity.turns })],
    ]),
  )
  for (let second = 1; second <= seconds; second++) {
    agenda.runUntil(second * 1000)
    saturation.sample(second)
  }
  const backlog = { deliveries: deliveries.queue.visible + (apart?.queue.visible ?? 0), turns: turns.backlog }
  const badAttempts = deliveries.badAttempts + (apart?.badAttempts ?? 0)
  agenda.runUntil((seconds + (scenario.drainSeconds ?? 0)) * 1000)
  return {
    delivery,
    answer,
    backlog,
    mostInFlight: saturation.mostOf('deliveries in flight'),
    badAttempts,
    repeated: ingress.repeated,
    saturated: saturation.saturated,
  }
}
